"""A page as a browser reads it: its forms, what can be pressed in them, and what is sent then."""

import re
from dataclasses import dataclass, field

from django.test.html import Element, parse_html

HTMX = {"HX-Request": "true"}


def as_a_browser(client):
    """Let it say of everything from here on, as browsers do, that a page of ours sends it."""
    client.defaults["HTTP_SEC_FETCH_SITE"] = "same-origin"
    return client


def text_of(response) -> str:
    return str(response.content, "utf-8")


def without_address(response, game_id) -> str:
    """The page but for the address that was asked for, which links to other languages repeat."""
    assert len(game_id) > 8
    return text_of(response).replace(game_id, "-")


def version_shown(response) -> int:
    match = re.search(r'data-version="(\d+)"', text_of(response))
    assert match
    return int(match[1])


def note_in(response) -> str:
    """The sentence that tells why something was refused."""
    match = re.search(r'<p class="note">([^<]*)</p>', text_of(response))
    return match[1] if match else ""


@dataclass
class Form:
    """What a browser knows of a form.

    Attributes:
        always: what is sent whatever is chosen (hidden fields).
        choices: by name, the values of radio buttons and checkboxes that can be chosen.
        buttons: name and value of each button that sends the form ("" when it has none).
    """

    action: str
    by_htmx: bool
    always: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    @property
    def live_actions(self) -> list[str]:
        return [value for name, value in self.buttons if name == "action"]

    def press(self, client, value="", *, htmx=False, **chosen):
        """Send the form by the button of this value."""
        button = next(button for button in self.buttons if button[1] == value)
        data = {**self.always, **chosen}
        if button[0]:
            data[button[0]] = value
        return client.post(
            self.action, data, headers=HTMX if htmx and self.by_htmx else None
        )


def elements(node):
    """Every element at and under a node, in order."""
    if isinstance(node, Element):
        yield node
        for child in node.children:
            yield from elements(child)


def parse(response):
    return parse_html(text_of(response))


def forms(response) -> list[Form]:
    # Forms do not nest; reading them alone is much quicker than reading the whole page.
    sources = re.findall(r"<form\b.*?</form>", text_of(response), flags=re.DOTALL)
    return [_form(parse_html(source)) for source in sources]


def form_to(response, ending) -> Form:
    """The one form whose address ends so, that of a claim apart."""
    (form,) = [
        form
        for form in forms(response)
        if form.action.endswith(ending) and form.live_actions != ["claim"]
    ]
    return form


def _form(node) -> Form:
    attributes = dict(node.attributes)
    assert attributes["method"] == "post"
    assert attributes.get("hx-post", attributes["action"]) == attributes["action"]
    form = Form(attributes["action"], "hx-post" in attributes)
    for element in elements(node):
        attributes = dict(element.attributes)
        name, value = attributes.get("name", ""), attributes.get("value", "")
        kind = attributes.get("type", "")
        if "disabled" in attributes:
            continue
        if element.name == "input" and kind == "hidden":
            form.always[name] = value
        elif element.name == "input":
            form.choices.setdefault(name, []).append(value)
        elif (
            element.name == "button"
            and kind != "button"
            and attributes.get("aria-disabled") != "true"
        ):
            form.buttons.append((name, value))
    return form

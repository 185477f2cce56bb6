"""What a browser may send, and what it comes to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from games.preferences import (
    Deck,
    Pace,
    Preferences,
    Ranks,
    Suits,
    Theme,
    Trumps,
    Verbosity,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from django.utils.functional import _StrPromise

NOT_A_MOVE = _("That is not a move. The table is as it was: please choose again.")
CHOOSE_ONE = _("Please choose one of these.")


class CardsField(forms.Field):
    """Every value of the name, in order: a card that is held twice may be chosen twice."""

    widget = forms.MultipleHiddenInput

    def clean(self, value: Any) -> list[str]:
        return list(value or ())


class VersionForm(forms.Form):
    """The version of the game that the page showed."""

    version = forms.IntegerField(min_value=0, max_value=2**31 - 1)


class ActForm(VersionForm):
    """One action, as notation or as the fields of the bid pad, the exchange or a hand that is confirmed.

    `cleaned_data["action"]` is notation in every case.
    """

    # The longest notation is an exchange of a few cards.
    action = forms.CharField(max_length=40, required=False, strip=False)
    tricks = forms.RegexField(r"\A([0-9]{1,2}|alone)\Z", required=False)
    denomination = forms.RegexField(r"\A(S|H|C|D|NT)\Z", required=False)
    cards = CardsField(required=False)
    card = forms.CharField(max_length=2, required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors or "action" not in self.data:
            raise forms.ValidationError(NOT_A_MOVE)
        action = data.get("action")
        if action == "bid":
            tricks, denomination = data.get("tricks"), data.get("denomination")
            if not tricks or not denomination:
                raise forms.ValidationError(
                    _("Choose a number of tricks and a trump suit, or pass.")
                )
            data["action"] = f"{tricks}{denomination}"
        elif action == "play":
            if not data.get("card"):
                raise forms.ValidationError(_("Choose a card first."))
            data["action"] = data["card"]
        elif action == "exchange":
            data["action"] = " ".join(data["cards"])
        return data


def _choice(
    label: _StrPromise,
    words: Mapping[Any, _StrPromise],
    help_text: str | _StrPromise = "",
) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label,
        help_text=help_text,
        choices=[(str(value), text) for value, text in words.items()],
        widget=forms.RadioSelect,
        error_messages={"required": CHOOSE_ONE, "invalid_choice": CHOOSE_ONE},
    )


def _switch(
    label: _StrPromise, help_text: str | _StrPromise = ""
) -> forms.BooleanField:
    return forms.BooleanField(label=label, help_text=help_text, required=False)


class SettingsForm(forms.Form):
    """Everything that a player may set. Its fields are those of `Preferences`."""

    theme = _choice(
        _("Light or dark"),
        {
            Theme.SYSTEM: _("As the device says"),
            Theme.LIGHT: _("Light"),
            Theme.DARK: _("Dark"),
        },
    )
    deck = _choice(
        _("Deck"),
        {
            Deck.TWO: _("Two colours"),
            Deck.FOUR: _("Four colours"),
            Deck.CONTRAST: _("High contrast"),
        },
        _("With four colours, clubs are green and diamonds are blue."),
    )
    tips = _switch(
        _("Tips in the first hand"),
        _("A word of advice at your first bid, and when something new happens."),
    )

    pace = _choice(
        _("Pace"),
        {
            Pace.SLOW: _("Slow"),
            Pace.NORMAL: _("Normal"),
            Pace.FAST: _("Fast"),
            Pace.INSTANT: _("At once"),
        },
        _("However slow, a tap or a key shows how the table stands now."),
    )
    wait = _switch(
        _("Wait for me after each trick"),
        _("A full trick stays until you tap the table or press a key."),
    )

    suits = _choice(
        _("Order of the suits"),
        {
            Suits.ALTERNATING: _("Colours in turn"),
            Suits.LONGEST: _("Longest suit first"),
        },
    )
    trumps = _choice(
        _("Trumps"),
        {Trumps.FIRST: _("At the left"), Trumps.LAST: _("At the right")},
        _(
            "The hand is sorted anew once, when trump is named, and never during the play."
        ),
    )
    ranks = _choice(
        _("Order within a suit"),
        {
            Ranks.HIGH: _("From high to low"),
            Ranks.LOW: _("From low to high"),
        },
    )
    confirm = _switch(
        _("Confirm each card"),
        _("The first press chooses a card, the second one plays it."),
    )
    autoplay = _switch(
        _("Play forced cards for me"),
        _(
            "When only one card may follow, it is played at once. A lead is always left to you."
        ),
    )
    verbosity = _choice(
        _("What a screen reader is told"),
        {
            Verbosity.BRIEF: _("In brief"),
            Verbosity.NORMAL: _("Every step"),
            Verbosity.FULL: _("Every step and the count"),
        },
        _(
            "In brief: the bids, the cards on the table, who took the trick, and whose turn it is."
        ),
    )

    sound = _switch(
        _("Sounds at the table"),
        _("Soft ones: a card, a trick, your turn, and how a hand ended."),
    )
    keys = _switch(
        _("Use letters as keys at the table"),
        _(
            "T tells whose turn it is, H leads to your hand; ? at the table lists them all."
        ),
    )

    #: The headings of the page, and what stands under each.
    GROUPS: ClassVar[Sequence[tuple[_StrPromise, Sequence[str]]]] = [
        (_("Look"), ["theme", "deck"]),
        (_("Pace"), ["pace", "wait"]),
        (_("Your hand"), ["confirm", "autoplay", "suits", "trumps", "ranks"]),
        (_("Sound, words and keys"), ["sound", "verbosity", "keys"]),
        (_("Learning"), ["tips"]),
    ]

    def groups(self) -> list[tuple[_StrPromise, list[forms.BoundField]]]:
        return [
            (title, [self[name] for name in fields]) for title, fields in self.GROUPS
        ]

    def applied_to(self, kept: Preferences) -> Preferences:
        """What a valid form makes of these; what it does not ask for stays as it is."""
        return Preferences.parse({**kept.stored(), **self.cleaned_data})

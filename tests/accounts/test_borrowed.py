"""What Django says on our forms, it says as we do: to "tú" in Spanish, and in our words."""

import re
from pathlib import Path

import django
import pytest
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from django import forms
from django.conf import settings
from django.contrib.auth import get_user_model, password_validation
from django.contrib.auth.forms import SetPasswordForm
from django.core.exceptions import ValidationError
from django.utils.translation import override

from accounts.borrowed import WORDS
from accounts.forms import (
    CodeForm,
    DeleteForm,
    EmailForm,
    LogInForm,
    NameForm,
    PasswordForm,
    SignUpForm,
)
from bideuchre.translations import extract_template

OTHERS = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
PLAIN = [NameForm, SignUpForm, LogInForm, EmailForm, DeleteForm, CodeForm]
#: Answers that Django's own checks refuse, for fields of every kind.
BAD = ["", "a\x00b", "x" * 2000, "nobody@"]


def said_by_forms() -> set[str]:
    """Every word and refusal of every form of ours, in the language that is active."""
    user = get_user_model()(username="adaloveline", email="adaloveline@example.org")
    user.set_password("old")
    pairs = {"new_password1": "correct horse", "new_password2": "battery staple"}
    bound = [
        *(form(dict.fromkeys(form.base_fields, bad)) for form in PLAIN for bad in BAD),
        *(
            PasswordForm(user, dict.fromkeys(PasswordForm.base_fields, bad))
            for bad in BAD
        ),
        *(SetPasswordForm(user, values) for values in (pairs, {})),
    ]
    said = set()
    for form in bound:
        said |= {str(text) for texts in form.errors.values() for text in texts}
        for field in form.fields.values():
            said |= {str(field.label), *re.split(r"<.*?>", str(field.help_text))}
    for password in ("password", "adaloveline", "x"):
        try:
            password_validation.validate_password(password, user)
        except ValidationError as error:
            said |= set(error.messages)
    try:
        forms.ChoiceField(choices=[("a", "b")]).clean("c")
    except ValidationError as error:
        said |= set(error.messages)
    return {text for text in said if text.strip()}


def ours(language: str) -> list[re.Pattern[str]]:
    """What our catalogue of the language says, as patterns for the texts that come of it."""
    path = settings.LOCALE_PATHS[0] / language / "LC_MESSAGES" / "django.po"
    with path.open("rb") as file:
        catalog = read_po(file, locale=language)
    texts: list[str] = []
    for message in catalog:
        if message.id:
            string = message.string or ""
            texts += [string] if isinstance(string, str) else string
    return [
        re.compile(r"(?s:.+?)".join(map(re.escape, re.split(r"%\(\w+\)[ds]", text))))
        for text in texts
        if re.sub(r"%\(\w+\)[ds]|\W", "", text)
    ]


@pytest.mark.parametrize("language", OTHERS)
def test_forms_say_nothing_that_is_not_in_our_catalogue(language):
    patterns = ours(language)
    with override(language):
        said = said_by_forms()
    assert len(said) > 20
    assert [
        text
        for text in said
        if not any(pattern.fullmatch(text) for pattern in patterns)
    ] == []


def test_forms_in_spanish_say_tu():
    with override("es"):
        said = " ".join(said_by_forms())
    assert not re.search(
        r"(?i)\b(introduzca|escoja|asegúrese|seleccione|su|sus|usted)\b", said
    )
    assert "Escribe una dirección de correo válida." in said


def test_every_borrowed_word_is_one_of_django():
    """One that a later version of Django words anew would be translated for nobody."""
    known = set()
    for path in ("conf/locale", "contrib/auth/locale"):
        mo = Path(django.__file__).parent / path / "es/LC_MESSAGES/django.mo"
        with mo.open("rb") as file:
            for message in read_mo(file):
                known.add(tuple(message.id) if message.pluralizable else message.id)
    borrowed = {
        message.id
        for message in extract_template()
        if ("accounts/borrowed.py", 0) in message.locations
    }
    assert len(borrowed) == len(WORDS)
    assert borrowed <= known

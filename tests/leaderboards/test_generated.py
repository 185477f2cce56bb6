"""The names that players have until they choose one."""

import re
import unicodedata

import pytest
from django.utils import translation

from games.services import create_player
from leaderboards import generated, names
from leaderboards.generated import WORDS
from leaderboards.services import ensure_profile
from leaderboards.services.players import NAME_NUMBERS

every_language = pytest.mark.parametrize("language", WORDS)


@every_language
def test_a_language_has_many_names_each_of_which_can_be_had(language):
    words = WORDS[language]
    made = {words.name(number) for number in range(len(words))}
    assert len(made) == len(words) >= 1_500
    assert len(words) < NAME_NUMBERS
    assert words.name(len(words) + 3) == words.name(3)


@every_language
def test_no_word_stands_twice_and_all_are_of_the_languages_own_script(language):
    words = WORDS[language]
    script = "ARABIC" if language == "ar" else "LATIN"
    nouns = words.masculine + words.feminine
    forms = [form for pair in words.adjectives for form in pair.split("/")]
    assert len(set(nouns)) == len(nouns)
    assert len(set(forms)) == len(forms)
    for letter in "".join((*nouns, *forms)):
        assert unicodedata.name(letter).startswith(script)


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("it", "Volpe Astuta"),
        ("it", "Falco Astuto"),
        ("es", "Águila Risueña"),
        ("es", "León Valiente"),
        ("fr", "Loutre Curieuse"),
        ("fr", "Renard Curieux"),
        ("fr", "Chouette Discrète"),
        ("fr", "Lion Sage"),
        ("pt", "Coruja Sonhadora"),
        ("pt", "Ouriço Sonhador"),
        ("pt", "Águia Gentil"),
        ("ar", "السلحفاة الجريئة"),
        ("ar", "الصقر الشجاع"),
        ("de", "Kluge Eule"),
        ("de", "Kluger Dachs"),
        ("de", "Heitere Möwe"),
        ("de", "Weiser Rabe"),
    ],
)
def test_adjectives_agree_with_their_nouns(language, name):
    words = WORDS[language]
    assert name in {words.name(number) for number in range(len(words))}


def test_feminine_forms_are_formed_as_the_language_forms_them():
    for language, masculine, feminine in [
        ("it", "o", "a"),
        ("ar", "", "ة"),
        ("pt", "o", "a"),
    ]:
        for pair in WORDS[language].adjectives:
            first, slash, second = pair.partition("/")
            if slash:
                stem = first.removesuffix(masculine) + feminine
                # A hamza at the end of an Arabic word is written on a seat within it.
                assert second in {stem, stem.replace("ءة", "ئة")}
    # After no article a German adjective is strong: "kluger Dachs", "kluge Eule".
    for pair in WORDS["de"].adjectives:
        masculine, _slash, feminine = pair.partition("/")
        assert masculine == f"{feminine}r"
        assert feminine.endswith("e")
    for noun in WORDS["ar"].feminine:
        assert noun.endswith("ة")
    for noun in WORDS["ar"].masculine:
        assert not noun.endswith("ة")


@pytest.mark.django_db
@every_language
def test_a_name_keeps_the_language_in_which_it_was_made(language):
    with translation.override(language):
        profile = ensure_profile(create_player())
    made = generated.name(language, profile.name_number)
    for reader in ["en", "ar"]:
        with translation.override(reader):
            assert names.player_name(profile) == f"{made} {profile.tag}"


def test_feminine_forms_in_french_are_the_regular_ones():
    endings = [("eux", "euse"), ("eur", "euse"), ("if", "ive"), ("et", "ète")]
    endings += [("er", "ère"), ("", "e")]
    for pair in WORDS["fr"].adjectives:
        first, slash, second = pair.partition("/")
        if slash:
            old, new = next(ends for ends in endings if first.endswith(ends[0]))
            assert second == first.removesuffix(old) + new
        else:
            assert first.endswith("e")


def test_a_language_without_words_of_its_own_takes_the_english_ones():
    assert re.fullmatch(r"[A-Z][a-z]+ [A-Z][a-z]+", generated.name("nl", 7))

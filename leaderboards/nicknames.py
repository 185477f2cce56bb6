"""What a chosen name may be. Pure: whether somebody else has it, services ask the database.

Whoever plays calls themselves as they like, in any one script; only what misleads is refused: invisible and
reordering characters, letters of several scripts, and names that look like another's (`skeleton`).
Words of `words_to_review.txt` are never refused here, since innocent names hold them: they are looked at.
"""

from __future__ import annotations

import json
import unicodedata
from enum import Enum
from functools import cache
from importlib import resources
from itertools import pairwise

import regex

SHORTEST, LONGEST = 3, 20
#: A letter may carry so many marks (Vietnamese needs two); a tower of them would hide the lines above.
MOST_MARKS = 3


class Problem(Enum):
    """Why a name is refused."""

    TOO_SHORT = "too short"
    TOO_LONG = "too long"
    CHARACTER = "a character that no name has"
    NO_LETTER = "no letter and no digit"
    EDGE = "begins or ends with a sign, or has two in a row"
    MIXED = "letters of several scripts"
    RESERVED = "reserved"
    TAKEN = "somebody has it, or one that looks like it"
    TOO_OFTEN = "changed too often"


class NameRefused(Exception):
    """A name may not be had.

    Attributes:
        problem: why.
    """

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.value)
        self.problem = problem


# The scripts that are in everyday use (Unicode Standard Annex 31, table 5), those that are written together in one.
_SCRIPTS = (
    "Latin Greek Cyrillic Armenian Hebrew Arabic Thaana Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu "
    "Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Georgian Ethiopic Khmer Han+Hiragana+Katakana Han+Hangul "
    "Han+Bopomofo"
)
_ONE_SCRIPT = [
    regex.compile(
        "[^\\p{L}\\p{M}]|"
        + "|".join(rf"\p{{Script_Extensions={name}}}" for name in names.split("+"))
        + r"|\p{Script=Common}|\p{Script=Inherited}"
    )
    for names in _SCRIPTS.split()
]
_SPACES = regex.compile(r"\p{White_Space}+")
# A letter or digit with its marks, none of them unseen.
_WORD_SIGN = regex.compile(
    rf"(?V1)[\p{{L}}\p{{Nd}}--\p{{Default_Ignorable_Code_Point}}]"
    rf"[\p{{M}}--\p{{Me}}--\p{{Default_Ignorable_Code_Point}}]{{0,{MOST_MARKS}}}"
)
# One picture, joined of several or not. Joiners are allowed within it and nowhere else.
_PICTURE = regex.compile(
    r"(?:\p{Extended_Pictographic}|\p{Regional_Indicator})(?:\p{Extended_Pictographic}|\p{Regional_Indicator}"
    r"|\p{Emoji_Modifier}|\u200D|\uFE0F|[\U000E0020-\U000E007F])*"
)
# What makes no difference between names: besides what is not seen, what stands between words.
_UNSEEN = regex.compile(r"[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{P}]")
_BETWEEN = frozenset(" -_.'’·")


def clean_name(text: str) -> str:
    """The name as it is kept: NFKC, single spaces.

    Raises:
        NameRefused

    >>> clean_name("  Ａda   Lovelace ")
    'Ada Lovelace'
    """
    # What is too long is not looked at closely.
    if len(text) > 20 * LONGEST:
        raise NameRefused(Problem.TOO_LONG)
    name = _SPACES.sub(" ", unicodedata.normalize("NFKC", text)).strip()
    signs = regex.findall(r"\X", name)
    kinds = [_kind(sign) for sign in signs]
    if "none" in kinds:
        raise NameRefused(Problem.CHARACTER)
    if len(signs) < SHORTEST:
        raise NameRefused(Problem.TOO_SHORT)
    if len(signs) > LONGEST:
        raise NameRefused(Problem.TOO_LONG)
    if "word" not in kinds:
        raise NameRefused(Problem.NO_LETTER)
    between = [kind == "between" for kind in kinds]
    # "J. R." has a full stop and a space in a row.
    pairs = pairwise(signs)
    if (
        between[0]
        or (between[-1] and signs[-1] != ".")
        or any(
            a in _BETWEEN and b in _BETWEEN and (a, b) != (".", " ") for a, b in pairs
        )
    ):
        raise NameRefused(Problem.EDGE)
    if not any(all(map(one.fullmatch, name)) for one in _ONE_SCRIPT):
        raise NameRefused(Problem.MIXED)
    if is_reserved(name):
        raise NameRefused(Problem.RESERVED)
    return name


def _kind(sign: str) -> str:
    """What a grapheme is."""
    if sign in _BETWEEN:
        return "between"
    if _WORD_SIGN.fullmatch(sign):
        return "word"
    # Some digits and signs become pictures by what follows them; alone they are none.
    return "picture" if _PICTURE.fullmatch(sign) else "none"


@cache
def _look_alikes() -> dict[int, str]:
    """Each character that looks like another, and what that is (Unicode Technical Standard 39)."""
    folder = resources.files("confusable_homoglyphs")
    pairs = json.loads((folder / "confusables.json").read_text("utf-8"))
    table = {}
    for one, others in pairs.items():
        # A look-alike names its model alone; a model names all its look-alikes.
        if len(one) == 1 and len(others) == 1:
            (other,) = (entry["c"].replace("\u200e", "") for entry in others)
            # Of a pair that only has one another, the one that comes first is the model.
            if len(other) > 1 or len(pairs.get(other, ())) > 1 or other < one:
                table[ord(one)] = other
    return table


def skeleton(name: str) -> str:
    """What two names have in common that a reader could take for one another.

    Besides look-alikes, capitals, spaces and signs between words make no difference.

    >>> skeleton("Paypal") == skeleton("РаураӀ") == skeleton("paypa1")
    True
    """
    text = unicodedata.normalize("NFD", name).translate(_look_alikes())
    text = unicodedata.normalize("NFD", text.casefold()).translate(_look_alikes())
    # A small i is nothing like an l, but a capital one is.
    return _UNSEEN.sub("", text.replace("i", "l").replace("ı", "l"))


# Names by which somebody could speak for the site, or be taken for a seat or a computer player.
_RESERVED = (
    "admin administrator administration moderator moderators mod staff support system root official "
    "team bideuchre bideucher everybody nobody anonymous you north south east west computer robot "
    # The same in the other languages of the site.
    "amministratore amministratrice moderatore moderatrice assistenza sistema ufficiale squadra tutti nessuno "
    "anonimo anonima nord sud est ovest "
    "administrador administradora moderador moderadora soporte oficial equipo todos nadie anónimo anónima "
    "norte sur este oeste ordenador "
    "مدير المدير مشرف المشرف الإدارة الدعم النظام الجميع مجهول أنت الشمال الجنوب الشرق الغرب الحاسوب"
)


@cache
def _reserved() -> frozenset[str]:
    return frozenset(map(skeleton, _RESERVED.split()))


def is_reserved(name: str) -> bool:
    """Whether a name, or a word that it begins with, speaks for the site."""
    # "Admin 7" misleads as much as "Admin"; "West Wind" does not.
    ranks = ("admin", "moderator", "bideuchre")
    whole = skeleton(name)
    return whole in _reserved() or whole.startswith(tuple(map(skeleton, ranks)))


@cache
def _words() -> tuple[str, ...]:
    text = (resources.files("leaderboards") / "words_to_review.txt").read_text("utf-8")
    words = [line for line in text.splitlines() if line and not line.startswith("#")]
    return tuple(map(skeleton, words))


def needs_review(name: str) -> bool:
    """Whether somebody should look at a name. It is shown meanwhile."""
    whole = skeleton(name)
    return any(word in whole for word in _words())

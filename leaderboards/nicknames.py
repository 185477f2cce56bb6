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

from games.letters import without_marks

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
# Points and vowel signs, which Arabic and Hebrew are read with or without; with them go the hamza and madda of a letter.
_POINTS = regex.compile(
    r"(?V1)[\p{Mn}&&[\p{Script_Extensions=Arabic}\p{Script_Extensions=Hebrew}]]"
)
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")
#: Pictures of letters: boxed, in a circle, and those of which flags are made.
_PICTURED = {
    first + i: chr(ord("a") + i)
    for first in (0x1F130, 0x1F150, 0x1F170, 0x1F1E6)
    for i in range(26)
} | {0x1F18E: "ab", 0x1F191: "cl", 0x1F194: "id"}
#: Letters and digits of Arabic that are written for one another, which Unicode's table leaves apart.
_ARABIC = str.maketrans(
    "\u0649\u06cc\u0629\u06c3\u06d5\u06c1\u06be\u06a9\u06aa\u0671۰۱۲۳۴۵۶۷۸۹",
    "\u064a\u064a\u0647\u0647\u0647\u0647\u0647\u0643\u0643\u0627٠١٢٣٤٥٦٧٨٩",
    "\u0640",
)
_FOLDED = _PICTURED | _ARABIC


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

    Besides look-alikes, capitals, spaces and signs between words make no difference, nor what Arabic and
    Hebrew are written with or without. The accents of other scripts do.

    >>> skeleton("Paypal") == skeleton("РаураӀ") == skeleton("paypa1")
    True
    >>> skeleton("مـُدير") == skeleton("مدير")
    True
    """
    text = _POINTS.sub("", unicodedata.normalize("NFD", name))
    text = text.translate(_FOLDED).translate(_look_alikes())
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
    "administrateur administratrice modérateur modératrice modération assistance système officiel équipe tous "
    "personne anonyme toi ouest ordinateur "
    "suporte apoio equipa equipe ninguém você sul leste computador "
    "administratorin moderatorin moderation leitung betreiber kundendienst offiziell mannschaft alle niemand "
    "anonym süd ost rechner "
    "مدير المدير مشرف المشرف الإدارة الدعم النظام الجميع مجهول أنت الشمال الجنوب الشرق الغرب الحاسوب"
)


#: Those that mislead as a word of a longer name too, or as its beginning: "Site Admin", "Adminteam". "West Wind"
#: does not, nor "Badminton"; "مشرف" is a family's name.
_RANKS = (
    "admin moderator bideuchre amministratore amministratrice moderatrice moderador moderateur moderation "
    "مدير المدير المشرف الإدارة"
)


def words(name: str) -> list[str]:
    """The words of a name, without what stands between them.

    >>> words("Bid-Euchre 🎉 🅰dmin")
    ['Bid', 'Euchre', 'admin']
    """
    found: list[str] = _WORD.findall(name.translate(_PICTURED))
    return found


def _bare(text: str) -> str:
    """A skeleton without accents, for words that an accent does not make innocent."""
    return without_marks(skeleton(text))


@cache
def _reserved() -> frozenset[str]:
    return frozenset(map(_bare, _RESERVED.split()))


@cache
def _ranks() -> tuple[str, ...]:
    return tuple(map(_bare, _RANKS.split()))


def is_reserved(name: str) -> bool:
    """Whether a name speaks for the site, or one of its words does."""
    bare = [_bare(word) for word in words(name)]
    if "".join(bare) in _reserved():
        return True
    # "Bid Euchre" and "a.d.m.i.n" are several words.
    runs = {
        "".join(bare[i:j])
        for i in range(len(bare))
        for j in range(i + 1, len(bare) + 1)
    }
    return not runs.isdisjoint(_ranks()) or any(
        word.startswith(_ranks()) for word in bare
    )


@cache
def _to_review() -> tuple[str, ...]:
    text = (resources.files("leaderboards") / "words_to_review.txt").read_text("utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return tuple(map(_bare, lines))


def needs_review(name: str) -> bool:
    """Whether somebody should look at a name. It is shown meanwhile."""
    whole = _bare(name)
    return any(word in whole for word in _to_review())

"""Draw the card decks: writes static/img/cards-AKQJ.svg, and others with the letters of other languages.

    python docs/cards/draw_cards.py

A card is 100 × 140. Everything is placed so that the whole card is the same after half a turn, as on real cards:
`face` draws what belongs to the upper end and uses it twice. The index takes the upper left corner, so heads
and pips keep to the right of it.

Colours are custom properties, which a page may set anywhere above its `<use>`; they are the only styling that reaches
into a sprite kept in its own file. For the same reason nothing here refers to a gradient, pattern or clip path.
Inside a face, shapes that name no `fill` have the colour of the suit and `currentColor` is the colour of the hair.

Rank letters are symbols of their own (`rank-K`): the sprite for another language differs in those alone.
"""

import math
from pathlib import Path

IMAGES = Path(__file__).parents[2] / "static" / "img"
#: Ace, king, queen and jack as the languages of the site have them ("on a card" in their catalogues).
DECKS = ["AKQJ", "AKDB", "ARDV"]

INK = "var(--card-ink,#1c2330)"
PAPER = "var(--card-paper,#fffdf7)"
BRASS = "var(--court-a,#c9973f)"
BLUE = "var(--court-b,#3f6f8f)"
BACK_A = "var(--back-a,#7d2b35)"
BACK_B = "var(--back-b,#e0b566)"

SUIT_COLOURS = {
    "S": "var(--suit-s,#1c2330)",
    "H": "var(--suit-h,#c2263b)",
    "C": "var(--suit-c,#1c2330)",
    "D": "var(--suit-d,#c2263b)",
}

# Each in a square of 100, centred on 50,50.
PIPS = {
    "S": "M50 3C57 24 93 38 93 63A21 21 0 0 1 55 72C56 83 61 90 69 97H31C39 90 44 83 45 72A21 21 0 0 1 7 63C7 38 43 24 50 3Z",
    "H": "M50 95C39 76 5 60 5 33A23 23 0 0 1 50 25 23 23 0 0 1 95 33C95 60 61 76 50 95Z",
    "C": "M50 4A22 22 0 0 1 66 41 22 22 0 1 1 55 70C56 82 61 90 69 97H31C39 90 44 82 45 70A22 22 0 1 1 34 41 22 22 0 0 1 50 4Z",
    "D": "M50 2C58 19 74 37 91 50 74 63 58 81 50 98 42 81 26 63 9 50 26 37 42 19 50 2Z",
}

# Width of the glyph and its outline, 48 high: a bold slab, cut for legibility at a height of 14 pixels.
LETTERS = {
    "A": (
        42,
        "M0 48V42H4L15 0H27L38 42H42V48H25V42H28L26.5 35H14.5L13 42H17V48ZM16 29H25L20.5 10Z",
    ),
    "K": (
        42,
        "M0 0H18V6H14V20L27 6H23V0H41V6H36L25 18 38 42H42V48H24V42H27L18 26 14 30V42H18V48H0V42H4V6H0Z",
    ),
    "Q": (
        42,
        "M20.5 0C33 0 41 9 41 22S33 44 20.5 44 0 35 0 22 8 0 20.5 0ZM20.5 7C14 7 10.5 12 10.5 22S14 37 20.5 37 30.5 32 30.5 22 27 7 20.5 7ZM14 34C26 31 30 42 42 38V45C29 52 25 40 14 42Z",
    ),
    "J": (
        36,
        "M12 0H36V6H31V32C31 43 25 48 15.5 48 6 48 0 43 0 36 0 31 3 28 7 28S14 31 14 35C14 38 12 40 10 41 15 43 21 41 21 32V6H12Z",
    ),
    "D": (
        41,
        "M0 0H20C34 0 41 9 41 24S34 48 20 48H0V42H4V6H0ZM14 6V42H19C27 42 31 36 31 24S27 6 19 6Z",
    ),
    "B": (
        40,
        "M0 0H22C32 0 37 4.5 37 12.5 37 18 34 21.5 29.5 23 35.5 24.5 39.5 28.5 39.5 35 39.5 43.5 33.5 48 23 48H0V42H4V6H0ZM14 6V20.5H20C25 20.5 27.5 18 27.5 13.3S25 6 20 6ZM14 26.5V42H21C26.5 42 29.5 39.5 29.5 34.3S26.5 26.5 21 26.5Z",
    ),
    "R": (
        42,
        "M0 0H22C33 0 38.5 4.8 38.5 14 38.5 21 35 25.3 28.5 27L37 42H42V48H29L17.5 28H14V42H18V48H0V42H4V6H0ZM14 6V22H20C25.5 22 28.5 19.5 28.5 14S25.5 6 20 6Z",
    ),
    "V": (
        42,
        "M0 0H18V6H14.5L22 34 29.5 6H26V0H42V6H38L27 48H17L5 6H0Z",
    ),
    "T": (
        48,
        "M0 7 10 0H15V42H20V48H0V42H6V10L0 13ZM35 0C43 0 48 8 48 24S43 48 35 48 22 40 22 24 27 0 35 0ZM35 7C32 7 31 10 31 24S32 41 35 41 39 38 39 24 38 7 35 7Z",
    ),
    "9": (
        38,
        "M19 0C31 0 38 8 38 21 38 38 29 48 15 48 7 48 2 44 2 39 2 35 5 33 8 33S14 35 14 39L13.5 42C21 43 26 39 27.5 29 25 31 22 32 18 32 8 32 0 26 0 16.5S8 0 19 0ZM19 6.5C13.5 6.5 10.5 10 10.5 16S13.5 25.5 19 25.5 27.5 22 27.5 16 24.5 6.5 19 6.5Z",
    ),
}

# Two of each colour are dark-haired and two fair, so that no two courts of a rank are alike.
HAIR = {"S": INK, "H": BRASS, "C": BRASS, "D": INK}


def dots(colour: str, width: float, path: str) -> str:
    """Round dots: lines of no length with round ends."""
    return f'<path fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" d="{path}"/>'


LEFT_EYE = dots(INK, 2.9, "M57 36H57")
RIGHT_EYE = dots(INK, 2.9, "M67 36H67")

FEATHER = "M53 23C43 22 35 15 33 6 43 6 52 12 57 20Z"
HAT = "M47 26C46 13 51 8 60 8S76 12 77 23Z"
HATBAND = "M47 23.5C56 20 68 19 77 21"
BRIM = (
    "M36 29C48 21 74 20 84 24 87 27 84 30 78 29 68 26.5 54 27 42 32 37 33 34 31 36 29Z"
)

# The upper half of a court, head at x = 62, down to the sash, whose middle runs from 0,64 to 100,76.
FIGURES = {
    "K": f"""
<path d="M9 65C20 58 34 54 46 49H78C88 53 95 56 99 60V76Z"/>
<path fill="{BLUE}" stroke="{BRASS}" stroke-width="2" d="M54 50H70L74 73 51 70Z"/>
<path fill="{PAPER}" stroke="{INK}" d="M43 48H81L86 58C76 66 48 66 38 58Z"/>
<path stroke="{INK}" stroke-width="1.5" d="M43 55V59M49 57V62M75 57V62M81 55V59"/>
<path fill="currentColor" d="M46 24H78V40C83 43 82 51 76 51H48C42 51 41 43 46 40Z"/>
<path fill="{PAPER}" stroke="{INK}" d="M51 25H73V41C73 48 68 52 62 52S51 48 51 41Z"/>
<path fill="none" stroke="{INK}" stroke-width="1.2" d="M54 30Q56.5 28.5 59 30M65 30Q67.5 28.5 70 30M62 31V36.5H60"/>
{dots(INK, 2.9, "M57 33H57M67 33H67")}
<path fill="{BRASS}" d="M45 23 42 10 52 16 62 7 72 16 82 10 79 23Z"/>
{dots(BRASS, 5, "M42 9H42M62 6H62M82 9H82")}
<path d="M45 22H79V27H45Z"/>
{dots(PAPER, 2.6, "M52 24.5H52M62 24.5H62M72 24.5H72")}""",
    "Q": f"""
<path fill="{BLUE}" d="M47 20C38 34 42 48 34 62H90C82 48 86 34 77 20Z"/>
<path fill="currentColor" d="M46 31C46 19 53 15 62 15S78 19 78 31C78 42 83 46 81 57H43C41 46 46 42 46 31Z"/>
<path d="M9 65C22 58 38 58 47 54L62 68 77 54C88 56 95 58 99 61V76Z"/>
<path fill="none" stroke="{BRASS}" stroke-width="2" d="M46 54 62 69 78 54"/>
<path fill="{PAPER}" d="M57 44H67V53L71 57 62 66 53 57 57 53Z"/>
<path fill="{PAPER}" d="M62 22C69 22 73 27 73 35S68 50 62 50 51 43 51 35 55 22 62 22Z"/>
<path fill="currentColor" d="M50 34C50 24 56 20 62 19 68 20 74 24 74 34 70 32 65 28 62 23 59 28 54 32 50 34Z"/>
<path fill="none" stroke="{INK}" stroke-width="1.2" d="M54.5 34Q57 32.5 59.5 34M64.5 34Q67 32.5 69.5 34M62 35V40.5H60.5"/>
{LEFT_EYE}{RIGHT_EYE}
<path d="M58.5 44.5Q60.5 43 62 44 63.5 43 65.5 44.5 64 47 62 47T58.5 44.5Z"/>
<path fill="none" stroke="{BRASS}" stroke-width="2" stroke-linecap="round" stroke-dasharray="0 2.8" d="M57 54Q62 58.5 67.5 54"/>
<path d="M48 18 46 8 54 13 62 6 70 13 78 8 76 18Z"/>
<path fill="none" stroke="{BRASS}" stroke-width="3" d="M47 20Q62 15.5 77 20"/>
{dots(BRASS, 4, "M46 8H46M62 6H62M78 8H78")}""",
    "J": f"""
<path fill="{BLUE}" d="M9 65C22 58 38 57 48 52H76C88 55 95 57 99 60V76Z"/>
<path d="M41 56 48 53H76L83 55 80 74 42 69Z"/>
<path fill="{PAPER}" d="M53 54H71L64 72 60 71Z"/>
<path fill="{BRASS}" d="M48 51C56 54 68 54 76 51L74 57C69 60 66 59 64 58L67 67 61 63 56 66 60 58C56 59 53 59 50 57Z"/>
<path fill="currentColor" d="M47 26H77V44C81 46 79 52 74 51L62 47 50 51C45 52 43 46 47 44Z"/>
<path fill="{PAPER}" d="M52 26H72V39C72 46 67 51 62 51S52 46 52 39Z"/>
<path fill="none" stroke="{INK}" stroke-width="1.2" d="M54.5 33Q57 31.5 59 33M65 33Q67 31.5 69.5 33M62 34V40H60M58 44.5Q62 47.5 66.5 44"/>
<path d="{FEATHER}"/>
<path fill="none" stroke="{PAPER}" d="M38 10 50 20"/>
<path fill="{BLUE}" d="{HAT}"/>
<path fill="none" stroke="{BRASS}" stroke-width="4" d="{HATBAND}"/>
<path fill="{BLUE}" d="{BRIM}"/>""",
}

STAFF = f'<path fill="{BRASS}" d="M87.5 20H90.5V74H87.5Z"/>'
STEM = f'<path fill="none" stroke="{BRASS}" stroke-width="2" d="M89 26V74"/><path fill="{BRASS}" d="M89 46C84 46 82 42 82 37 87 38 89 41 89 46 89 41 91 38 96 37 96 42 94 46 89 46Z"/>'
# What sets a court apart within its rank: beards, eyes, and what the hand holds at x = 89. The jacks are farmers,
# for that is what a bower (Bauer) is; those of spades and hearts wink, being the one-eyed
# jacks of the English pattern.
OWN = {
    "KS": f'''<path fill="currentColor" d="M51 36C53 40 57 40 62 38.5 67 40 71 40 73 36L76 44C76 54 67 60 62 65 57 60 48 54 48 44Z"/>
<path fill="{PAPER}" d="M58 43.5Q62 42.5 66 43.5 65 46 62 46T58 43.5Z"/>
<path fill="{BLUE}" d="M86.5 50V18L89 11 91.5 18V50Z"/><path fill="{BRASS}" d="M82 49H96V53H91V74H87V53H82Z"/>''',
    "KH": f"""<path fill="currentColor" d="M62 39.5C59 37.5 54 39 51 43 55 45 60 44 62 42 64 44 69 45 73 43 70 39 65 37.5 62 39.5ZM59 48H65L62 57Z"/>
{STAFF}<use href="#pip-H" transform="translate(81 10)scale(.16)"/>""",
    "KC": f'''<path fill="currentColor" d="M51 36C53 40 57 40 62 38.5 67 40 71 40 73 36L77 45C78 54 74 60 68 65L62 56 56 65C50 60 46 54 47 45Z"/>
<path fill="{PAPER}" d="M58 43.5Q62 42.5 66 43.5 65 46 62 46T58 43.5Z"/>
{STAFF}<use href="#pip-C" transform="translate(81 9)scale(.16)"/>''',
    "KD": f'''<path fill="currentColor" d="M62 40C58 38 56 42 50 40 51 44 58 45 62 42.5 66 45 73 44 74 40 68 42 66 38 62 40ZM56 47Q62 45 68 47L62 63Z"/>
{STAFF}<path fill="{BLUE}" d="M87 32C84 32 82 30 81 27V44C82 41 84 39 87 39ZM91 32C94 32 96 30 97 27V44C96 41 94 39 91 39Z"/><path fill="{BRASS}" d="M89 12 92 20H86Z"/>''',
    "QS": f'''{STEM}<path fill="{BRASS}" d="M89 11C93 17 93 23 89 29 85 23 85 17 89 11ZM81 18C86 18 88 22 89 29 84 28 81 24 81 18ZM97 18C97 24 94 28 89 29 90 22 92 18 97 18Z"/>''',
    "QH": f'''{STEM}<circle cx="89" cy="21" r="8"/><path fill="none" stroke="{PAPER}" stroke-width="1.2" d="M89 21C91 19 93 22 90 24S84 22 86 18 94 16 94 21"/>''',
    "QC": f"""{STEM}<use href="#pip-C" transform="translate(80 12)scale(.18)"/>""",
    "QD": f"""{STEM}<path d="M82 13 86 17 89 12 92 17 96 13V22C96 26 93 29 89 29S82 26 82 22Z"/>""",
    "JS": f'''{STAFF}{LEFT_EYE}<path fill="none" stroke="{INK}" stroke-width="1.4" d="M65 36.5Q67 38 69.5 36"/><path fill="{BLUE}" d="M83 8H95V17C95 22 92 25 89 27 86 25 83 22 83 17Z"/>''',
    "JH": f'''{STAFF}{RIGHT_EYE}<path fill="none" stroke="{INK}" stroke-width="1.4" d="M54.5 36Q57 38 59 36.5"/><path fill="none" stroke="{BLUE}" stroke-width="2.4" d="M83 7V15Q83 20 89 20T95 15V7M89 7V24"/>''',
    "JC": f'''{STAFF}{LEFT_EYE}{RIGHT_EYE}<path fill="{BLUE}" d="M87 28C94 23 93 13 80 9 90 4 98 10 97.5 18 97 24 94 27 91 28Z"/>''',
    "JD": f'''{STAFF}{LEFT_EYE}{RIGHT_EYE}<path fill="none" stroke="{BLUE}" stroke-width="2" d="M81.5 8V15H96.5V8M86.5 8V15M91.5 8V15M83 15 89 24 95 15"/>''',
}

HAND = f'<path fill="{PAPER}" stroke="{INK}" d="M84 61Q84 57 89 57T94 61V66Q94 69 89 69T84 66ZM84 61H90M84 65H90"/>'

SASH = f'''<path stroke="{BRASS}" stroke-width="9" d="M1 64 99 76"/><path fill="none" stroke="{INK}" d="M1 61 99 73M1 67 99 79"/>
<circle cx="50" cy="70" r="6.5" stroke="{BRASS}" stroke-width="2"/><path fill="{PAPER}" d="M50 66.5 53 70 50 73.5 47 70Z"/>'''


def arc(number: int, across: float = 44, up: float = 50) -> list[tuple[float, float]]:
    """Points along the free corner right of the index, from the top down."""
    step = 72 / (number - 1)
    angles = [math.radians(-81 + step * i) for i in range(number)]
    return [
        (round(47 + across * math.cos(a), 1), round(70 + up * math.sin(a), 1))
        for a in angles
    ]


def pip(suit: str, x: float, y: float, size: float, more: str = "") -> str:
    return f'<use href="#pip-{suit}" transform="translate({x - size / 2:g} {y - size / 2:g})scale({size / 100:g})"{more}/>'


def face(code: str, letter: str) -> str:
    rank, suit = code[0], code[1]
    width = LETTERS[letter][0] * 0.58
    index = (
        f'<use href="#rank-{rank}" x="{19 - width / 2:.3g}" y="7.5" width="{width:.3g}" height="27.8"/>'
        + pip(suit, 19, 46.5, 18.5)
    )
    if rank in FIGURES:
        half = f'<use href="#figure-{rank}"/>{OWN[code]}<use href="#hand"/>'
        middle = '<use href="#sash"/>'
    elif rank == "A":
        half = '<use href="#laurel"/>'
        middle = pip(suit, 50, 70, 48)
    else:
        half = "".join(pip(suit, x, y, 11) for x, y in arc(5 if rank == "T" else 4))
        middle = pip(suit, 50, 70, 42)
        if rank == "9":
            middle += pip(suit, 50, 70, 11, f' fill="{PAPER}"')
    half = f'<g id="half-{code}">{half}{index}</g>'
    turned = f'<use href="#half-{code}" transform="rotate(180 50 70)"/>'
    return (
        f'<symbol id="{code}" viewBox="0 0 100 140"><g color="{HAIR[suit]}" fill="{SUIT_COLOURS[suit]}">'
        f'<use href="#paper"/>{half}{turned}{middle}</g></symbol>'
    )


def laurel() -> str:
    leaves = "".join(
        f'<use href="#leaf" transform="translate({x} {y})rotate({turn:g})"/>'
        for i, (x, y) in enumerate(arc(7, 43, 47))
        for turn in (-171 + 12 * i - 35, -171 + 12 * i + 35)
    )
    return f'<path id="leaf" d="M0 0Q5-4.5 10 0 5 4.5 0 0"/><g id="laurel" fill="{BRASS}"><path fill="none" stroke="{BRASS}" d="M54 23A43 47 0 0 1 90 66"/>{leaves}</g>'


def back() -> str:
    """A lattice framed in paper, and the two bowers' hats in the middle."""
    ends = [(10 + x, 10, 10, 10 + x) for x in range(20, 81, 20)]
    ends += [(90, 10 + y, 10, 90 + y) for y in (20, 40)]
    ends += [(90, 50 + y, 10 + y, 130) for y in (20, 40, 60)]
    lattice = "".join(
        f"M{a} {b} {c} {d}M{100 - a} {b} {100 - c} {d}" for a, b, c, d in ends
    )
    spots = "".join(
        f"M{x} {y}H{x}"
        for x in range(20, 81, 20)
        for y in range(20, 121, 20)
        if abs(y - 70) > 20 or abs(x - 50) > 20
    )
    hat = (
        f'<g id="hat" transform="translate(50.5 66.5)scale(.61)translate(-60 -32)"><path d="{FEATHER}{HAT}{BRIM}"/>'
        f'<path fill="none" stroke="{BACK_A}" stroke-width="1.8" d="M46 26C56 22 68 21 78 23"/></g>'
    )
    return (
        f'<symbol id="back" viewBox="0 0 100 140"><use href="#paper"/><rect x="6" y="6" width="88" height="128" rx="4" fill="{BACK_A}"/>'
        f'<g fill="none" stroke="{BACK_B}"><rect x="10" y="10" width="80" height="120"/><path d="{lattice}"/>'
        f"</g>{dots(BACK_B, 4, spots)}"
        f'<g fill="{BACK_B}"><circle cx="50" cy="70" r="26" fill="{BACK_A}" stroke="{BACK_B}" stroke-width="2"/><path d="M50 67 53 70 50 73 47 70Z"/>{hat}<use href="#hat" transform="rotate(180 50 70)"/></g></symbol>'
    )


def no_trump() -> str:
    """All four suits, none above the others: a sign that needs no letters."""
    places = {"S": (26, 26), "H": (74, 26), "D": (26, 74), "C": (74, 74)}
    pips = "".join(
        pip(s, x, y, 49, f' fill="{SUIT_COLOURS[s]}"') for s, (x, y) in places.items()
    )
    return f'<symbol id="suit-NT" viewBox="0 0 100 100">{pips}</symbol>'


def sprite(courts: str) -> str:
    """All cards, with these letters for ace, king, queen and jack."""
    letters = dict(zip("AKQJT9", courts + "T9", strict=True))
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg">',
        "<!-- Drawn by docs/cards/draw_cards.py -->",
        "<defs>",
    ]
    parts.append(
        f'<rect id="paper" x=".5" y=".5" width="99" height="139" rx="8" fill="{PAPER}" stroke="{INK}" stroke-opacity=".3"/>'
    )
    parts += [f'<path id="pip-{s}" d="{d}"/>' for s, d in PIPS.items()]
    parts += [f'<g id="figure-{r}">{body}</g>' for r, body in FIGURES.items()]
    parts.append(f'<g id="hand">{HAND}</g>')
    parts.append(laurel())
    parts.append(f'<g id="sash">{SASH}</g>')
    parts.append("</defs>")
    parts += [
        f'<symbol id="rank-{rank}" viewBox="0 0 {LETTERS[letter][0]} 48"><path d="{LETTERS[letter][1]}"/></symbol>'
        for rank, letter in letters.items()
    ]
    parts += [
        f'<symbol id="suit-{s}" viewBox="0 0 100 100"><use href="#pip-{s}" fill="{c}"/></symbol>'
        for s, c in SUIT_COLOURS.items()
    ]
    parts += [no_trump(), back()]
    parts += [face(r + s, letter) for s in "SHCD" for r, letter in letters.items()]
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    for courts in DECKS:
        path = IMAGES / f"cards-{courts}.svg"
        path.write_text(sprite(courts), encoding="utf-8")

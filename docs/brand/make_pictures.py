"""Make the PNG pictures that phones and other sites ask for, from our own drawings.

    python -m docs.brand.make_pictures

Writes the icons and the Open Graph picture to static/img. Needs what `make setup` installs, and Chromium. Grounds are
plain, without the weave: a flat colour costs a PNG nothing.
"""

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.running import open_browser

IMAGES = Path(__file__).parents[2] / "static" / "img"
CLOTH, BRASS, PAPER = "#14504f", "#d3ab5e", "#f8f2e2"

#: Side in pixels, and how much of it the hat's square takes: a mask may cut off all but the middle four fifths.
ICONS = {
    "apple-touch-icon": (180, 0.92),
    "icon-192": (192, 1.0),
    "icon-512": (512, 1.0),
    "icon-maskable-512": (512, 0.74),
}
FAN = ["KH", "9D", "JC", "JS", "AS", "QH"]


def icon_page(size: int, part: float) -> str:
    """The favicon's drawing; on a full square of its own colour where it must not have corners."""
    drawing = (IMAGES / "favicon.svg").read_text(encoding="utf-8")
    side = size * part
    ground = "none" if part == 1 else "#12474a"
    return (
        f"<style>body{{margin:0;display:grid;place-items:center;height:{size}px;background:{ground}}}"
        f"svg{{width:{side}px;height:{side}px}}</style>{drawing}"
    )


def share_page() -> str:
    cards = "".join(
        f'<svg class="c" style="rotate:{-30 + 12 * place}deg"><use href="#{code}"/></svg>'
        for place, code in enumerate(FAN)
    )
    sprite = (IMAGES / "cards-AKQJ.svg").read_text(encoding="utf-8")
    hat = (IMAGES / "favicon.svg").read_text(encoding="utf-8")
    return f"""<style>
body {{ margin: 0; width: 1200px; height: 630px; overflow: hidden; position: relative; background: {CLOTH}; color: {PAPER};
  font: 600 34px/1.3 "Palatino Linotype", Palatino, "URW Palladio L", P052, Georgia, serif; }}
body::after {{ content: ""; position: absolute; inset: 26px; border: 2px solid {BRASS}; border-radius: 34px; }}
.words {{ position: absolute; left: 90px; top: 178px; width: 560px; }}
.hat svg {{ width: 92px; height: 92px; }}
h1 {{ margin: 18px 0 8px; font-size: 92px; line-height: 1; letter-spacing: -2px; }}
p {{ margin: 0; color: #f0d79c; }}
.fan {{ position: absolute; left: 775px; top: 196px; }}
.c {{ position: absolute; width: 178px; height: 249px; transform-origin: 50% 165%; border-radius: 14px; box-shadow: 0 0 0 2px #0c383a; }}
.sprite {{ display: none; }}
</style><div class="sprite">{sprite}</div>
<div class="words"><div class="hat">{hat}</div><h1>Bid Euchre</h1><p>An evening at a good table</p></div>
<div class="fan">{cards}</div>"""


def main() -> None:
    with sync_playwright() as playwright:
        browser = open_browser(playwright)
        page = browser.new_page()
        pages = {
            name: (size, size, icon_page(size, part))
            for name, (size, part) in ICONS.items()
        }
        for name, (width, height, html) in (
            pages | {"og": (1200, 630, share_page())}
        ).items():
            page.set_viewport_size({"width": width, "height": height})
            page.set_content(html)
            page.screenshot(path=IMAGES / f"{name}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()

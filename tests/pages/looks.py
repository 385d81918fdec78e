"""What is wrong with the look of a page: axe's rules, targets too small for a thumb, sideways scrolling."""

from axe_playwright_python.sync_playwright import Axe

from tests.pages.conftest import PHONE


def faults_of(page):
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [f"{fault['id']}: {fault['nodes'][0]['html'][:120]}" for fault in found]


def targets_too_small(page):
    """Return what can be tapped but is under 48 px high: keys, fields, and links that stand alone."""
    return page.evaluate(
        """() => [...document.querySelectorAll(
             "button, .button, select, textarea, summary, nav a, label.key, label.tick, input")]
           .filter((one) => one.checkVisibility() && one.type !== "hidden")
           .filter((one) => !(one.matches("input") && one.closest("label")))
           .filter((one) => one.getBoundingClientRect().height < 47.9)
           .map((one) => one.outerHTML.slice(0, 100))"""
    )


def too_wide(page, widths):
    """Return the widths at which the page scrolls sideways, with all that can be unfolded open."""
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    before, found = page.viewport_size, []
    for width in widths:
        page.set_viewport_size({**before, "width": width})
        wide = page.evaluate("document.documentElement.scrollWidth")
        found += [f"{wide} wide at {width}"] if wide > width else []
    page.set_viewport_size(before)
    return found


def flaws_of(page, scheme):
    """Return all that is wrong with the look of a page: axe's rules, targets, its name, its width."""
    page.emulate_media(color_scheme=scheme)
    found = faults_of(page) + targets_too_small(page)
    found += [] if page.title().strip() else ["it has no title"]
    found += [] if page.get_by_role("heading", level=1).count() == 1 else ["it has not one heading"]
    width = page.viewport_size["width"]
    return found + too_wide(page, (320, 360) if width == PHONE["width"] else (width,))

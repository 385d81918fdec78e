"""Check the layout of a page: axe's rules, small touch targets, scrolling sideways.

Axe is slow, so each day the gate lets it judge only a third of the pages.
"""

import zlib

from axe_playwright_python.sync_playwright import Axe

from tests.pages.conftest import PHONE
from tests.running import day


def faults_of(page):
    """Return violations of axe's rules, and text on gradients, whose contrast axe cannot judge."""
    found = Axe().run(page, options={"resultTypes": ["violations", "incomplete"]}).response
    faults = [f"{fault['id']}: {fault['nodes'][0]['html'][:120]}" for fault in found["violations"]]
    unjudged = [node for fault in found["incomplete"] for node in fault["nodes"] if is_on_gradient(node)]
    return faults + [f"on a gradient: {node['html'][:120]}" for node in unjudged]


def is_on_gradient(node):
    return any(
        (check["data"] or {}).get("messageKey") == "bgGradient"
        for check in node["any"]
        if check["id"] == "color-contrast"
    )


def targets_too_small(page):
    """Return touch targets less than 48 px high: keys, fields, and links outside text."""
    return page.evaluate(
        """() => [...document.querySelectorAll(
             "button, .button, select, textarea, summary, nav a, label.key, label.tick, input")]
           .filter((one) => one.checkVisibility() && one.type !== "hidden")
           .filter((one) => !(one.matches("input") && one.closest("label")))
           .filter((one) => one.getBoundingClientRect().height < 47.9)
           .map((one) => one.outerHTML.slice(0, 100))"""
    )


def too_wide(page, widths):
    """Return the widths at which the page scrolls sideways with all ``<details>`` open."""
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    before, found = page.viewport_size, []
    for width in widths:
        page.set_viewport_size({**before, "width": width})
        wide = page.evaluate("document.documentElement.scrollWidth")
        found += [f"{wide} wide at {width}"] if wide > width else []
    page.set_viewport_size(before)
    return found


BADLY_SET = r"""
  () => {
    const found = new Set(), shown = [];
    const unseen = "select, textarea, svg, .visually-hidden, .skip-link, script, template, noscript";
    const boxes = "button, .button, label.key, .tick > span, td, th, dd, dt, li, .stock, .scoreboard-side, p";
    // Where a browser breaks no line of its own accord: an address is one word.
    const [before, after] = [/[^\s\u00ad\u2010-\u2015-]*$/, /^[^\s\u00ad\u2010-\u2015-]*[\u2010-\u2015-]?/];
    const placesOf = (node, from, to) => {
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, to);
      return [...range.getClientRects()].filter((place) => place.width > 0.5);
    };
    // A word wider than its box cannot stay whole.
    const fitsWhole = (node, from, to, parent, edge) => {
      const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(parent.closest(boxes) ?? parent);
      const inside = edge.width - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd) - 2;
      const [begins] = node.data.slice(0, from).match(before), [ends] = node.data.slice(to).match(after);
      const letters = placesOf(node, from - begins.length, to + ends.length);
      return letters.reduce((sum, at) => sum + at.width, 0) <= inside;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode()); ) {
      const parent = node.parentElement;
      if (!node.data.trim() || parent.closest(unseen) || !parent.checkVisibility()) continue;
      const isFixed = Boolean(parent.closest(".tally, .outbox, .card-now"));
      let cut, clip, scrolled, isUnseen = false;
      for (let box = parent; box && box !== document.body; box = box.parentElement) {
        const { overflowX, textOverflow, clipPath } = getComputedStyle(box);
        isUnseen ||= clipPath === "inset(50%)";
        if (overflowX === "visible") continue;
        if (textOverflow === "ellipsis") cut ??= box.getBoundingClientRect();
        else if (overflowX === "auto") scrolled ??= box.getBoundingClientRect();
        else clip ??= box.getBoundingClientRect();
      }
      if (isUnseen) continue;
      const edge = (parent.closest(boxes) ?? parent).getBoundingClientRect();
      for (const { 0: word, index } of node.data.matchAll(/[^\s\u00ad\u2010-\u2015\-\/·.:,@_]+/g)) {
        const end = index + word.length;
        const places = placesOf(node, index, end);
        const leaves = (box) => places.some((at) => at.right > box.right + 1 || at.bottom > box.bottom + 1);
        if (cut && leaves(cut)) continue;
        // An address with a secret has no words: it breaks wherever a line ends.
        const isOnTwoLines = new Set(places.map((at) => Math.round(at.top))).size > 1;
        const isBroken = isOnTwoLines && !parent.closest(".link-text");
        if (isBroken && fitsWhole(node, index, end, parent, edge)) found.add(`broken: ${word}`);
        if (clip && leaves(clip)) found.add(`clipped: ${word}`);
        const isOut = places.some((at) => at.right > edge.right + 1 || at.left < edge.left - 1);
        if (isOut && !scrolled) found.add(`runs out: ${word}`);
        const isIn = (at) => !scrolled || (at.top < scrolled.bottom && at.bottom > scrolled.top);
        if (!isFixed) for (const at of places.filter(isIn)) shown.push({ word, at, node });
      }
    }
    shown.sort((one, other) => one.at.top - other.at.top);
    for (const [number, one] of shown.entries()) {
      for (const other of shown.slice(number + 1)) {
        if (other.at.top > one.at.bottom - 4) break;
        if (one.node === other.node) continue;
        const across = Math.min(one.at.right, other.at.right) - Math.max(one.at.left, other.at.left);
        const down = Math.min(one.at.bottom, other.at.bottom) - Math.max(one.at.top, other.at.top);
        const isOver = across > 2 && down > Math.min(one.at.height, other.at.height) / 3;
        if (isOver) found.add(`overlap: ${one.word} and ${other.word}`);
      }
    }
    return [...found];
  }
"""


def badly_set(page):
    """Return the words of a page that are broken across lines, overflow their box or overlap others."""
    return page.evaluate(BADLY_SET)


def flaws_in_large_type(page):
    """Return the layout flaws of a page 360 px wide in text of twice the size (WCAG 1.4.4)."""
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    return too_wide(page, [360]) + badly_set(page)


def is_for_axe(page):
    """Return whether axe judges a page with this title today."""
    return day.EVERY or (zlib.crc32(page.title().encode()) + day.NUMBER) % 3 == 0


def flaws_of(page, scheme, *, with_axe=None):
    """Return all layout flaws of a page: axe's rules, touch targets, title, heading, width.

    By default the day decides whether axe judges the page.
    """
    page.emulate_media(color_scheme=scheme)
    asks_axe = is_for_axe(page) if with_axe is None else with_axe
    found = (faults_of(page) if asks_axe else []) + targets_too_small(page)
    found += [] if page.title().strip() else ["it has no title"]
    found += [] if page.get_by_role("heading", level=1).count() == 1 else ["it has not one heading"]
    width = page.viewport_size["width"]
    return found + too_wide(page, (320, 360) if width == PHONE["width"] else (width,))

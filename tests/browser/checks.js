// What is asked of every page, put into it by a test. Each function returns what is wrong, in words.
window.checks = (() => {
  const PIXEL = 1;
  const STOPS = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  // A name longer than this is shortened where it stands often, and whole where it is written.
  const LONGEST = 40;

  const shown = (element) => element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });

  // What is only read aloud.
  function unseen(element) {
    for (let one = element; one; one = one.parentElement) {
      if (getComputedStyle(one).clipPath === "inset(50%)") return true;
    }
    return false;
  }

  const words = (element) => element.textContent.replace(/\s+/g, " ").trim().slice(0, 60);

  function name(element) {
    const own = element.id ? `#${element.id}` : [...element.classList].map((one) => `.${one}`).join("");
    const inside = element.parentElement?.closest("[id], [class]");
    const around = inside ? (inside.id ? `#${inside.id} ` : `.${[...inside.classList].join(".")} `) : "";
    return `${around}${element.tagName.toLowerCase()}${own} "${words(element) || element.getAttribute("aria-label") || ""}"`;
  }

  // The part of the page in which an element is seen.
  function clip(element) {
    const reach = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
    for (let one = element; one && one !== document.body; one = one.parentElement) {
      const style = getComputedStyle(one);
      const frame = one.getBoundingClientRect();
      if (style.overflowX !== "visible") Object.assign(reach, { left: Math.max(reach.left, frame.left), right: Math.min(reach.right, frame.right) });
      if (style.overflowY !== "visible") Object.assign(reach, { top: Math.max(reach.top, frame.top), bottom: Math.min(reach.bottom, frame.bottom) });
    }
    return reach;
  }

  const within = (box, reach) => ({
    left: Math.max(box.left, reach.left),
    right: Math.min(box.right, reach.right),
    top: Math.max(box.top, reach.top),
    bottom: Math.min(box.bottom, reach.bottom),
  });

  // Every text and the boxes it fills, line by line; of each what is seen of it.
  function lines() {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const element = node.parentElement;
      if (!node.data.trim() || !shown(element) || unseen(element) || element.closest("script, option, datalist, .skip")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const reach = clip(element);
      for (const rect of range.getClientRects()) {
        // The empty space over and under letters may lie over that of the next line.
        const room = rect.height * 0.2;
        const box = { left: rect.left, right: rect.right, top: rect.top + room, bottom: rect.bottom - room };
        if (rect.width > PIXEL && rect.height > PIXEL) found.push({ node, element, box, seen: within(box, reach) });
      }
    }
    return found;
  }

  function pinned(element) {
    for (let one = element; one; one = one.parentElement) {
      if (staysInSight(one)) return one;
    }
    return null;
  }

  function staysInSight(element) {
    const { position, top, bottom } = getComputedStyle(element);
    return position === "fixed" || (position === "sticky" && (top !== "auto" || bottom !== "auto"));
  }

  // A part that can be moved sideways by itself may be wider than the page.
  function scroller(element) {
    for (let one = element; one && one !== document.body; one = one.parentElement) {
      if (["auto", "scroll"].includes(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth) return one;
    }
    return null;
  }

  function sideways() {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    const wide = [...document.body.querySelectorAll("*")].filter(
      (one) => shown(one) && !unseen(one) && one.getBoundingClientRect().right > width + PIXEL && !scroller(one.parentElement),
    );
    const inner = wide.filter((one) => !wide.some((other) => one !== other && one.contains(other)));
    return [`sideways: ${document.documentElement.scrollWidth} px; ${inner.slice(0, 3).map(name).join("; ")}`];
  }

  function cut() {
    const found = new Set();
    for (const { element, box } of lines()) {
      if (element.closest("bdi") && element.textContent.trim().length > LONGEST) continue;
      for (let one = element; one && one !== document.body; one = one.parentElement) {
        const style = getComputedStyle(one);
        if (style.overflowX === "visible" && style.overflowY === "visible") continue;
        const frame = one.getBoundingClientRect();
        const movesX = ["auto", "scroll"].includes(style.overflowX);
        const movesY = ["auto", "scroll"].includes(style.overflowY);
        if (!movesX && (box.right > frame.right + PIXEL || box.left < frame.left - PIXEL)) found.add(`cut off sideways: ${name(element)}`);
        if (!movesY && (box.bottom > frame.bottom + PIXEL || box.top < frame.top - PIXEL)) found.add(`cut off: ${name(element)}`);
        if (movesX || movesY) break;
      }
    }
    return [...found];
  }

  // Text that reaches over the side of what it stands in, although nothing cuts it off there.
  function spilt() {
    const found = new Set();
    for (const { element, seen } of lines()) {
      let frame = element;
      while (["inline", "contents"].includes(getComputedStyle(frame).display)) frame = frame.parentElement;
      const { left, right } = frame.getBoundingClientRect();
      const over = Math.max(seen.right - right, left - seen.left);
      // The blank at the end of a line may hang over.
      if (over > 0.4 * parseFloat(getComputedStyle(element).fontSize)) found.add(`sticks out by ${Math.round(over)} px: ${name(element)}`);
    }
    return [...found];
  }

  function overlaps() {
    const found = new Set();
    const all = lines().map((line) => ({ ...line, pin: pinned(line.element), move: scroller(line.element) }));
    for (const [index, one] of all.entries()) {
      for (const other of all.slice(index + 1)) {
        if (one.node === other.node || one.pin !== other.pin || one.move !== other.move) continue;
        const both = within(one.seen, other.seen);
        if (both.right - both.left > 2 && both.bottom - both.top > 2) {
          found.add(`over one another: ${name(one.element)} and ${name(other.element)}`);
        }
      }
    }
    return [...found];
  }

  // A link within a sentence is as high as its line; every other target must be large enough for a thumb.
  function inSentence(link) {
    if (link.tagName !== "A" || getComputedStyle(link).display !== "inline") return false;
    return [...link.parentElement.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && /\w/.test(node.data));
  }

  function targets(least) {
    const found = new Set();
    for (const stop of document.querySelectorAll(STOPS)) {
      if (!shown(stop) || unseen(stop) || inSentence(stop)) continue;
      const label = stop.matches("input") ? stop.closest("label") : null;
      const box = (label ?? stop).getBoundingClientRect();
      if (box.width < least - 0.5 || box.height < least - 0.5) {
        found.add(`${Math.round(box.width)} x ${Math.round(box.height)}: ${name(label ?? stop)}`);
      }
    }
    return [...found];
  }

  // Each figure of a table has a heading in its row or its column, or names it.
  function headless() {
    const found = [];
    for (const table of document.querySelectorAll("table:not([role=presentation])")) {
      const columns = [...(table.tHead?.rows ?? [])].some((row) => row.querySelector("th[scope=col]"));
      for (const cell of table.querySelectorAll("td")) {
        if (!cell.textContent.trim() || !shown(cell)) continue;
        const named = cell.headers && cell.headers.split(" ").every((id) => document.getElementById(id)?.tagName === "TH");
        const own = cell.parentElement.querySelector("th[scope=row], th[scope=rowgroup]");
        const above = columns && table.tHead.rows[0].cells[cell.cellIndex]?.matches("th[scope=col]");
        if (!named && !own && !above) found.push(`no heading: ${name(cell)}`);
      }
    }
    return found;
  }

  function frame() {
    const found = [];
    if (document.querySelectorAll("h1").length !== 1) found.push(`${document.querySelectorAll("h1").length} first headings`);
    if (!document.documentElement.lang) found.push("no language");
    if (!document.title.trim()) found.push("no title");
    for (const landmark of ["main", "header"]) {
      if (!document.querySelector(landmark)) found.push(`no ${landmark}`);
    }
    return found;
  }

  // What stays in sight while the page is moved must leave room for the page.
  function covered() {
    // A sheet over the page is read and closed before anything goes on beneath it.
    if (document.querySelector("dialog[open]")) return [];
    const height = innerHeight;
    const pins = [...document.querySelectorAll("body *")].filter(
      (one) => staysInSight(one) && shown(one),
    );
    const taken = pins
      .filter((one) => !pins.some((other) => other !== one && other.contains(one)))
      .map((one) => one.getBoundingClientRect().height)
      .reduce((sum, one) => sum + one, 0);
    // The number pad is opened and closed like a keyboard; it tells itself what it fills.
    const most = document.querySelector("#pad:not([hidden])") ? height : height / 2;
    return taken > most ? [`what is pinned takes ${Math.round(taken)} of ${height} px`] : [];
  }

  // Every text of the page and of what only some see of it, with where it stands. A sentence may be of several parts, so the text of
  // the body is one.
  function texts() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [["title", document.title]];
    let body = "";
    while (walker.nextNode()) {
      if (!walker.currentNode.parentElement.closest("script, style")) body += ` ${walker.currentNode.data}`;
    }
    found.push(["text", body]);
    for (const element of document.querySelectorAll("[aria-label], [placeholder], [title], [alt], [data-next], [data-done], [data-name], [data-more], [data-less]")) {
      for (const { name: attribute, value } of element.attributes) {
        if (/^(aria-label|placeholder|title|alt|data-(next|done|name|more|less))$/.test(attribute)) found.push([`${attribute} of ${name(element)}`, value]);
      }
    }
    return found;
  }

  // When a test opened what is folded; what moves from then on has a reason.
  const unfolded = () => performance.getEntriesByName("unfolded")[0]?.startTime ?? Infinity;

  return { texts, unfolded, sideways, cut, spilt, overlaps, targets, headless, frame, covered, name };
})();

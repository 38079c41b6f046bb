// What an explorer wants to know of the controls beyond their names: forms, limits, options, dialogs, drag.
(controls) => {
  const hasWithin = (selector) => {
    const known = new Map();
    return (node) => {
      if (!known.has(node)) known.set(node, node.querySelector(selector) !== null);
      return known.get(node);
    };
  };
  const hasButton = hasWithin("button, [role='button']");
  const hasField = hasWithin("input, textarea, select");
  const groupOf = (element) => {
    for (let node = above(element); node && node !== document.body; node = above(node)) {
      if (node.matches('form, dialog, [role="dialog"], [role="form"], [role="search"], fieldset')) return node;
      if (node.matches("section, article, main, aside, li, tr") && hasButton(node)) return node;
      if (hasField(node) && hasButton(node)) return node;
    }
    return null;
  };

  const labelOf = (element) => {
    const own = [...(element.labels || [])].map((label) => label.innerText).join(" ");
    const near = element.previousElementSibling ? element.previousElementSibling.innerText : "";
    return clean(own || element.getAttribute("aria-label") || near);
  };

  // What is said beside a field: by its own words, or in the element after it or after its label.
  const hintOf = (element) => {
    if (!/^(input|textarea)$/.test(element.localName)) return "";
    const isText = (one) => one && isShown(one) && !/^(label|input|textarea|select|button)$/.test(one.localName) && !hasField(one) && !hasButton(one);
    const ids = (element.getAttribute("aria-describedby") || "").split(/\s+/).slice(0, 4);
    const told = ids.map((id) => id && element.ownerDocument.getElementById(id)).filter((one) => one && isShown(one));
    const next = [element.nextElementSibling, element.closest("label")?.nextElementSibling].filter(isText);
    return clean([element.title, ...[...new Set([...told, ...next])].map((one) => one?.innerText)].filter(Boolean).join(" "));
  };

  const optionsOf = (element) =>
    element.localName !== "select" ? [] : [...element.options].filter((option) => !option.disabled).slice(0, 50)
      .map((option) => ({ label: clean(option.label), value: option.value.slice(0, 200), selected: option.selected }));

  const isForeign = (element) => {
    const link = element.closest("a[href]");
    if (!link) return false;
    if (link.hasAttribute("download") && link.origin === location.origin) return false;
    if (/^javascript:/i.test(link.protocol)) return false;
    return link.protocol === "blob:" || link.protocol === "data:" ? false : link.origin !== location.origin;
  };

  const hasHiddenMenu = (element) => {
    if (element.getAttribute("aria-haspopup") && element.getAttribute("aria-haspopup") !== "false") return true;
    const item = element.closest("li, .dropdown");
    const menu = item && item !== element && item.querySelector("ul, .dropdown-menu, .submenu");
    return Boolean(menu) && !menu.contains(element) && !isShown(menu);
  };

  // Which row of a list it is for, the largest box without another button of that name: by texts of its elements that
  // the page has once.
  const ownText = (element) => {
    let text = "";
    for (const node of element.childNodes) if (node.nodeType === 3) text += node.data;
    return text.replace(/\s+/g, " ").trim();
  };
  const everything = new Map();
  for (const element of first("*", 6000, document.body ?? document)) {
    const text = ownText(element);
    if (text) everything.set(text, (everything.get(text) || 0) + 1);
  }
  // A name for assistive technology often has a text of the row, as in "Edit Anna": the verb is what is left of it.
  const withoutRow = (element, label) => {
    for (let node = element.parentElement, height = 0; node && height < 5; node = node.parentElement, height++) {
      const own = first("*", 60, node).map(ownText).filter((text) => text.length >= 2 && text !== label && label.includes(text));
      if (own.length) return own.sort((a, b) => b.length - a.length).reduce((left, text) => left.replace(text, " "), label);
    }
    return label;
  };
  const verbOf = (element) => {
    const shown = clean(element.innerText), label = clean(element.getAttribute("aria-label") || "");
    if (!label || /\p{L}/u.test(shown)) return shown || label;
    return clean(withoutRow(element, label));
  };
  const called = new Map();
  const namesakes = new Map();
  for (const element of first("button, a, [role='button']", 1000)) {
    const name = verbOf(element).replace(/\d+/g, "#");
    called.set(element, name);
    if (name) namesakes.set(name, [...(namesakes.get(name) || []), element]);
  }
  const rowOf = (element) => {
    const likes = (namesakes.get(called.get(element)) || []).slice(0, 100);
    if (likes.length < 2 || !likes.includes(element)) return [];
    let row = element;
    while (row.parentElement && !likes.some((one) => one !== element && row.parentElement.contains(one))) row = row.parentElement;
    const texts = first("*", 200, row).filter(isShown).map(ownText);
    return texts.filter((text) => everything.get(text) === 1 && text.length >= 2 && text.length <= 60).slice(0, 4);
  };

  const modal = single("dialog:modal") ||
    first('[aria-modal="true"], [role="dialog"], [role="alertdialog"]', MOST.controls).reverse().find(isShown);

  const groups = [];
  const numberOf = (group) => {
    if (!group) return "";
    if (!groups.includes(group)) groups.push(group);
    return `${group.localName} ${selectorOf(group)}`;
  };

  const limits = (element) => {
    const read = (name) => (element.getAttribute(name) || "").slice(0, 200);
    return { min: read("min"), max: read("max"), step: read("step"), pattern: read("pattern"), minlength: read("minlength"), maxlength: read("maxlength"),
      autocomplete: read("autocomplete"), inputmode: read("inputmode"), placeholder: read("placeholder"), field: read("name") || read("id") };
  };

  const isMarkedInvalid = (element) =>
    element.getAttribute("aria-invalid") === "true" || element.matches(":user-invalid") || /(^|[\s_-])(invalid|error|has-error)([\s_-]|$)/.test(element.getAttribute("class") || "");

  // One among its like: by its own word, or by a class that the others do not have.
  const classOf = (element) => element.getAttribute("class") || "";
  const isMarked = (element) => /(^|[\s_-])(active|current|selected)([\s_-]|$)/i.test(classOf(element));
  const isTheMarkedOne = (element) => {
    if (!isMarked(element)) return false;
    const like = element.parentElement && element.parentElement.childElementCount < 400 ? childrenOf(element.parentElement).filter((one) => one.localName === element.localName) : [];
    return like.length > 1 && like.length < 100 && like.filter(isMarked).length === 1;
  };
  const isCurrent = (element) => {
    if (!["", "false"].includes(element.getAttribute("aria-current") || "")) return true;
    const item = element.parentElement;
    return isTheMarkedOne(element) || Boolean(item && item.localName === "li" && isTheMarkedOne(item));
  };

  // A cursor is inherited: only the element that sets it is held, not a button on it; and what one can take hold of
  // anywhere says nothing of what lies on it.
  const isHeld = (element) => {
    const { cursor } = styleOf(element), around = above(element);
    if (!/^(grab|move)$/.test(cursor) || element.localName === "canvas") return false;
    return !around || styleOf(around).cursor !== cursor || area(rectOf(around)) > 0.5 * window.innerWidth * window.innerHeight;
  };
  const isDraggable = (element) => element.getAttribute("draggable") === "true";
  const isMovable = (element) => isHeld(element) || isDraggable(element);

  // Whether it is the head of a column of numbers, dates or times, by the first cell below it.
  const headsNumbers = (element) => {
    const head = element.closest("th, [role='columnheader']"), around = head?.closest("table, [role='table'], [role='grid']");
    const row = around?.querySelector("tbody tr, [role='rowgroup'] ~ [role='rowgroup'] [role='row'], [role='row'] ~ [role='row']");
    const cell = row && childrenOf(row)[childrenOf(head.parentElement).indexOf(head)];
    const text = cell ? clean(cell.innerText) : "";
    return /\d/.test(text) && text.replace(/[\d.,:'’/\s-]/g, "").length <= 4;
  };

  const detail = (element) => {
    const group = groupOf(element);
    const form = element.form || null;
    return {
      group: numberOf(form || group),
      form: Boolean(form),
      submits: Boolean(form) && /^(submit|image)$/.test(element.type || ""),
      required: Boolean(element.required) || element.getAttribute("aria-required") === "true",
      readonly: Boolean(element.readOnly),
      label: labelOf(element),
      hint: hintOf(element),
      ...limits(element),
      options: optionsOf(element),
      foreign: isForeign(element),
      hidden_menu: hasHiddenMenu(element),
      in_dialog: Boolean(modal) && holds(modal, element),
      editable: element.isContentEditable === true,
      within: /^(button|a)$/.test(element.localName) || element.getAttribute("role") === "button" ? rowOf(element) : [],
      invalid: isMarkedInvalid(element),
      current: isCurrent(element),
      frame: isFrame(element) || leadsAway(element),
      movable: isMovable(element),
      numbers: headsNumbers(element),
      tabbable: element.tabIndex >= 0,
      pointer: styleOf(element).cursor === "pointer" || styleOf(element).cursor === "grab",
    };
  };

  // The frame that a page shares with others of its site, outside its main content, and links to those pages.
  const mains = first('main, [role="main"]', 50).filter(isShown);
  const bars = 'nav, aside, footer, [role="navigation"], [role="complementary"], [role="contentinfo"], ' +
    '[class*="sidebar"], [class*="topbar"], [class*="navbar"]';
  const isFrame = (element) => {
    if (mains.length) return ![...mains, modal].some((one) => one && holds(one, element));
    const bar = Element.prototype.closest.call(element, bars);
    return Boolean(bar) && bar !== document.body && !Element.prototype.querySelector.call(bar, "h1");
  };

  const leadsAway = (element) => {
    const link = element.closest("a[href]");
    const documentOf = (place) => place.pathname.replace(/index\.html$/, "") + place.search;
    return Boolean(link) && link.origin === location.origin && documentOf(link) !== documentOf(location) && !link.hasAttribute("download");
  };

  const hearsKeys = () => Boolean(window.__cookie?.hearsKeys) || [window, document, document.body].some(
    (one) => ["onkeydown", "onkeyup", "onkeypress"].some((name) => typeof one?.[name] === "function"));

  const stores = () => {
    try { return localStorage.length + sessionStorage.length > 0; } catch { return false; }  // a page may be refused both
  };

  const details = {};
  for (const [ref, selector] of controls) {
    const element = controlOf(ref, selector);  // without one, its control is used without details
    if (element) details[ref] = detail(element);
  }

  const middle = (element) => {
    const rect = rectOf(element);
    return { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 };
  };
  const inWindow = (point) => point.x > 0 && point.y > 0 && point.x < window.innerWidth && point.y < window.innerHeight;

  // By a word of its class: `dropzone`, `drop-target`, `board__drop`, and not `drop-shadow-md` or `backdrop-blur`.
  const takesDrops = /(^|[\s_-])drop([_-]?(zone|target|area|box|slot)s?|pable)?($|[\s_-])/i;
  const isLook = /(^|[_-])drop[_-]?(shadow|cap|down|in|out|up)([_-]|$)/i;
  const isDropZone = (element) =>
    ["data-drop", "data-dropzone", "aria-dropeffect"].some((name) => element.hasAttribute(name)) ||
    classOf(element).split(/\s+/).some((word) => takesDrops.test(word) && !isLook.test(word));
  // What makes it one of a kind; "" for a box that is like any other.
  const sortOf = (element) => {
    const role = element.getAttribute("role") || (/^(ul|ol|li|td|tr|section|article|fieldset)$/.test(element.localName) ? element.localName : "");
    return classOf(element) || role ? `${role} ${classOf(element)}` : "";
  };

  // Where it may be dropped, the likeliest place first: another container of the same kind as one around it, a drop
  // zone, one of a row of equal places elsewhere, beyond the next of its kind, a little aside.
  // The largest row of equal places for a thing that lies elsewhere, such as the days beside a list of meals.
  const receiversOf = (element) => {
    const rows = new Map();
    for (const one of first("[class], [role], ul, ol, td, section, article, fieldset", 2000)) {
      const isRoomy = area(rectOf(one)) >= area(rectOf(element));
      if (!isRoomy || !one.parentElement || one.parentElement.contains(element) || element.contains(one)) continue;
      if (!rows.has(one.parentElement)) rows.set(one.parentElement, new Map());
      const sorts = rows.get(one.parentElement), sort = sortOf(one);
      if (sort) sorts.set(sort, [...(sorts.get(sort) || []), one].slice(0, 50));
    }
    const spread = (row) => row.reduce((sum, one) => sum + area(rectOf(one)), 0);
    const groups = [...rows.values()].flatMap((sorts) => [...sorts.values()]).filter((row) => row.length > 1);
    return groups.sort((a, b) => spread(b) - spread(a))[0] || [];
  };

  const dropPlaces = (element) => {
    const from = middle(element);
    const isPlace = (one) => !one.contains(element) && !element.contains(one) && isShown(one) && area(rectOf(one)) > 0 && inWindow(middle(one));
    const nearest = (all) => all.filter(isPlace).slice(0, 50)
      .sort((a, b) => Math.hypot(middle(a).x - from.x, middle(a).y - from.y) - Math.hypot(middle(b).x - from.x, middle(b).y - from.y))[0];
    const equals = (one) => (one.parentElement && sortOf(one) ? childrenOf(one.parentElement).slice(0, 50) : [])
      .filter((other) => other !== one && other.localName === one.localName && sortOf(other) === sortOf(one));
    const container = [...ancestors(element.parentElement)].slice(0, 4).map((one) => nearest(equals(one))).find(Boolean);
    const zone = nearest(first('[data-drop], [data-dropzone], [aria-dropeffect], [class*="drop" i]', 500).filter(isDropZone));
    const next = nearest([element.nextElementSibling, element.previousElementSibling].filter((one) => one && isMovable(one)));
    // content that can be scrolled stands at its beginning, so it can only be pulled back
    const isCut = /auto|scroll|hidden/.test(styleOf(element).overflow);
    const isPulled = isCut && (element.scrollWidth > element.clientWidth + 8 || element.scrollHeight > element.clientHeight + 8);
    const aside = isPulled ? { x: from.x - 80, y: from.y - 40 } : { x: from.x + 80, y: from.y + 40 };
    const receiver = container || zone ? null : nearest(receiversOf(element));
    const places = [container, zone, receiver].map((one) => one && middle(one)).concat(next && past(next, from));
    const found = isPulled ? [aside, ...places] : [...places, aside];
    const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y) > 8;
    return found.filter((to, i) => to && inWindow(to) && found.slice(0, i).every((other) => !other || apart(to, other))).slice(0, 3);
  };

  // Past the middle of its neighbour, as by somebody who wants to be beyond it.
  const past = (element, from) => {
    const [to, box] = [middle(element), rectOf(element)];
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    return Math.abs(dy) >= Math.abs(dx)
      ? { x: to.x, y: to.y + 0.3 * Math.sign(dy) * box.height }
      : { x: to.x + 0.3 * Math.sign(dx) * box.width, y: to.y };
  };

  // What is dragged by a script of the page's own shows a hand.
  const draggables = [];
  const movable = first("*", 3000, document.body ?? document).filter((element) =>
    isMovable(element) && !(element.parentElement && isHeld(element.parentElement)));
  for (const element of movable.sort((a, b) => isDraggable(b) - isDraggable(a))) {
    if (draggables.length >= 3) break;
    if (!isShown(element) || !inWindow(middle(element))) continue;
    const places = dropPlaces(element);
    if (places.length)
      draggables.push({ selector: selectorOf(element), text: clean(element.innerText).slice(0, 60), ...middle(element), places });
  }

  return {
    details,
    draggables,
    named_keys: first("kbd", 200).filter(isShown).slice(0, 20).map((element) => clean(element.innerText)).filter(Boolean),
    hears_keys: hearsKeys(),
    scrolls_sideways: (document.documentElement?.scrollWidth ?? 0) > window.innerWidth,
    document_height: document.documentElement?.scrollHeight ?? 0,
    window_width: window.innerWidth,
    window_height: window.innerHeight,
    scroll_x: window.scrollX,
    scroll_y: window.scrollY,
    has_modal: Boolean(modal),
    stores: stores(),
  };
}

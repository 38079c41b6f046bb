// What a style rule does to what a person can see: which elements it reaches, and whether it makes them look another way.

// A canvas of our own understands every notation of a colour.
const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
const colours = new Map();
const rgba = (colour) => {
  if (!colours.has(colour)) {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = "rgba(0,0,0,0)";
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    colours.set(colour, [...pen.getImageData(0, 0, 1, 1).data]);
  }
  return colours.get(colour);
};

const CLEAR = 12;
const ALIKE = 3;
const FAINT = 0.1;
const LEAST_PX = 4;
const isClear = (colour) => rgba(colour)[3] <= CLEAR;
const areAlike = (one, other) => rgba(one).every((part, i) => Math.abs(part - rgba(other)[i]) <= ALIKE);

const isOnTheSheet = (element) => {
  const rect = rectOf(element);
  return rect.width >= LEAST_PX && rect.height >= LEAST_PX && rect.right + window.scrollX > 0 && rect.bottom + window.scrollY > 0;
};
const sights = new Map();
const canBeSeen = (element) => {
  if (!sights.has(element)) sights.set(element, isShown(element) && isOnTheSheet(element) && faintness(element) >= FAINT && !isScreenReaderOnly(element));
  return sights.get(element);
};

// --- selectors

const STATES = /:(hover|focus-visible|focus-within|focus|active|checked|disabled|open)\b|\[(aria|data)-[^\]]*\]|\.(is-)?(active|selected|current|open|opened|disabled|checked|on|show|shown|visible)\b(?![\w-])/;
const POINTED = /:(hover|focus-visible|focus-within|focus)\b/;
const NEGATED_STATES = /:not\([^()]*(\([^()]*\))?[^()]*\)/g;
const PSEUDO = /::?(before|after|placeholder|marker|selection|first-line|first-letter|backdrop|file-selector-button)\b|::[\w-]+(\([^()]*\))?/g;

// The parts of a list, by the commas that stand in no brackets and in no quotes.
const listOf = (list) => {
  const parts = [""];
  let depth = 0;
  for (const [token] of list.matchAll(/\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^]/g)) {
    if ("([".includes(token)) depth += 1;
    if (")]".includes(token)) depth -= 1;
    if (token === "," && depth <= 0) parts.push("");
    else parts[parts.length - 1] += token;
  }
  return parts.map((one) => one.trim());
};
const MOST_LETTERS = 2000;
const outerRule = (rule) => {
  for (let outer = rule.parentRule; outer; outer = outer.parentRule) if (outer.selectorText) return outer;
  return null;
};
// A nested rule's selector as if it stood alone.
const wholeSelector = (rule, depth = 0) => {
  const outer = depth < 8 && outerRule(rule);
  const selector = rule.selectorText.slice(0, MOST_LETTERS);
  if (!outer) return selector;
  const around = `:is(${wholeSelector(outer, depth + 1)})`;
  return listOf(selector).map((one) => (one.includes("&") ? one.replaceAll("&", around) : `${around} ${one}`)).join(", ");
};
const endless = (selector) => (/[\s>+~]$/.test(selector) ? `${selector} *` : selector || "*");
// What it reaches in any state of it.
const stateless = (selector) =>
  endless(selector.replace(NEGATED_STATES, (all) => (STATES.test(all) ? "" : all)).replace(PSEUDO, "").replace(new RegExp(STATES, "g"), "").replace(/:is\(\s*\)/g, "").trim());

const MOST_ELEMENTS = 40;
const MOST_ASKED = 2000;  // a view that is hidden may stand before the one that is shown
const reached = new Map();
// The visible elements that match a selector without its states; none if the selector is invalid.
const reachedBy = (selector) => {
  if (!reached.has(selector)) {
    try {
      reached.set(selector, first(selector, MOST_ASKED).filter(canBeSeen).slice(0, MOST_ELEMENTS));
    } catch {
      reached.set(selector, []);
    }
  }
  return reached.get(selector);
};

// --- what a rule sets

const UNSEEN = /^(cursor|pointer-events|z-index|will-change|transition|animation(?!-name)|user-select|caret|touch-|overflow-anchor|orphans|widows|content-visibility|scroll-|view-|--|-webkit-tap|-webkit-font|forced-color|image-animation|contain)/;
const NOTHING = /^(inherit|unset|initial|revert|revert-layer|currentcolor)$/i;
const seenAmong = (declared) => [...declared].filter((name) => !UNSEEN.test(name) && !NOTHING.test(declared.getPropertyValue(name).trim()));
// Values of unstyled properties; for properties that browsers style by default, these values count as styling.
const NEUTRAL = /^(normal|none|auto|static|visible|baseline|0(px|%)?)$/;
const DRESSED_BY_BROWSERS = /^(margin|padding|border|outline|list-style|text-decoration|background|font|appearance|display|max-)/;
const seenProperties = (rule) =>
  seenAmong(rule.style).filter((name) => DRESSED_BY_BROWSERS.test(name) || !NEUTRAL.test(rule.style.getPropertyValue(name).trim()));

const VARIABLE = /var\((--[\w-]+)\s*(?:,([^()]*))?\)/g;
// What is declared, with the element's own variables put in: a shorthand that has one tells none of its parts before.
const scratch = document.createElement("i");
const declaredFor = (rule, style) => {
  let text = rule.style.cssText.slice(0, 10 * MOST_LETTERS);
  for (let depth = 0; depth < 5 && text.includes("var("); depth++) text = text.replace(VARIABLE, (_, name, other) => style.getPropertyValue(name).trim() || (other ?? ""));
  scratch.style.cssText = text;
  return scratch.style;
};
const hides = (name, value) =>
  (name === "visibility" && value === "hidden") || (name === "display" && value === "none") || (name === "opacity" && Number(value) < FAINT) || (name === "pointer-events" && value === "none");
const isHiding = (rule) => [...rule.style].some((name) => hides(name, rule.style.getPropertyValue(name).trim()));
const variablesUsed = new Set();

// Whether the element, or the part of it that `pseudo` names, would look another way by what the rule sets.
const altersLook = (rule, element, pseudo) => {
  const style = pseudo ? getComputedStyle(element, pseudo) : styleOf(element);
  const declared = declaredFor(rule, style);
  const em = parseFloat(style.fontSize), outerEm = parseFloat(element.parentElement ? styleOf(element.parentElement).fontSize : style.fontSize);
  const alters = (from, name) => differs(name, from.getPropertyValue(name).trim(), style.getPropertyValue(name).trim(), name === "font-size" ? outerEm : em);
  if (seenAmong(declared).some((name) => isCarried(name, declared, style) && alters(declared, name))) return true;
  return [...rule.style].some((name) => name.startsWith("--") && variablesUsed.has(name) && alters(rule.style, name));
};

// The rules for states that alter what can be seen: [{selector, state}], by single selectors of theirs without the state.
const answersOf = (rules) => {
  const found = [];
  for (const rule of rules) for (const one of listOf(wholeSelector(rule))) {
    if (!STATES.test(one) || isHiding(rule)) continue;
    const pseudo = (/::?(before|after)\b/.exec(one) || [""])[0];
    const selector = stateless(one);
    if (reachedBy(selector).slice(0, 6).some((element) => altersLook(rule, element, pseudo))) found.push({ selector, state: one });
  }
  return found;
};

const MOST_RULES = isHuge ? 500 : 6000;  // each asks the whole page
// All rules with a selector that apply to a screen of this size, in their order.
const rulesThatApply = () => {
  const found = [];
  const collect = (rules, depth) => {
    for (const rule of rules || []) {
      if (found.length >= MOST_RULES) return;
      if (rule.media?.mediaText && !window.matchMedia(rule.media.mediaText).matches) continue;
      if (rule.selectorText && rule.style) {
        for (const [, name] of rule.style.cssText.slice(0, 10 * MOST_LETTERS).matchAll(/var\((--[\w-]+)/g)) variablesUsed.add(name);
        if (rule.style.length) found.push(rule);
      }
      if (depth < 8) collect(rule.styleSheet ? rule.styleSheet.cssRules : rule.cssRules, depth + 1);
    }
  };
  for (const sheet of roots.flatMap((root) => [...root.styleSheets, ...(root.adoptedStyleSheets || [])])) {
    try {
      if (!sheet.disabled && (!sheet.media?.mediaText || window.matchMedia(sheet.media.mediaText).matches)) collect(sheet.cssRules, 0);
    } catch (error) {
      if (error.name !== "SecurityError") throw error;  // a sheet of another origin stays closed
    }
  }
  return found;
};

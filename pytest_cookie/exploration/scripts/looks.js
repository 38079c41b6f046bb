// Whether a value that a rule declares looks other than the computed one. What cannot be compared is taken for the same.

const LEAST_LENGTH_PX = 0.5, LEAST_NUMBER = 0.05;
const ABSOLUTE = { px: 1, pt: 4 / 3, in: 96, cm: 96 / 2.54, mm: 96 / 25.4 };
const WORDS_PX = { thin: 1, medium: 3, thick: 5 };
const WEIGHTS = { normal: 400, bold: 700 };
const LENGTH = /(-?(?:\d+\.?\d*|\.\d+))(px|pt|in|cm|mm|rem|em|vw|vh)\b/g;

// Every length of a value in px, where `em` px is the size of the letters.
const inPixels = (value, em) => {
  const units = { ...ABSOLUTE, em, rem: parseFloat(styleOf(document.documentElement).fontSize), vw: window.innerWidth / 100, vh: window.innerHeight / 100 };
  return value.replace(LENGTH, (_, number, unit) => `${Number((number * units[unit]).toFixed(3))}px`);
};
const lengthOf = (value) => (value === "0" ? 0 : /^-?[\d.]+px$/.test(value) ? parseFloat(value) : (WORDS_PX[value] ?? null));
const isPlain = (value) => /^-?[\d.]+$/.test(value);
const isKeyword = (value) => /^[a-z-]+( [a-z-]+)*$/i.test(value);

const COLOUR = /(?:rgba?|oklch|oklab|color|color-mix|hsla?|hwb|lab|lch)\((?:[^()]|\([^()]*\))*\)|#[\da-f]{3,8}\b|\b[a-z]+\b(?![-(])/gi;
const coloursIn = (value) => (value.match(COLOUR) || []).filter((one) => CSS.supports("color", one));
const numbersIn = (value) => (value.match(/-?(\d+\.?\d*|\.\d+)/g) || []).map(Number);
const layersOf = (value) => listOf(value);

// A shadow without a colour or without an extent is none.
const shadows = (value) =>
  layersOf(value).flatMap((layer) => {
    const colours = coloursIn(layer), rest = colours.reduce((left, colour) => left.replace(colour, ""), layer);
    const lengths = numbersIn(rest);
    while (lengths.length && !lengths.at(-1)) lengths.pop();
    return lengths.length && !colours.some(isClear) ? [`${colours.map(toned)} ${lengths.map((px) => Math.round(px * 2) / 2)}`] : [];
  }).join("; ");
const toned = (colour) => rgba(colour).map((part) => Math.round(part / (2 * ALIKE))).join(".");

const NEUTRAL_AT_ONE = /^(brightness|contrast|saturate|opacity)$/;
const filters = (value) =>
  [...value.matchAll(/([\w-]+)\(((?:[^()]|\([^()]*\))*)\)/g)].flatMap(([, name, inner]) => {
    if (name === "drop-shadow") return shadows(inner) ? [shadows(inner)] : [];
    const amount = inner.includes("%") ? parseFloat(inner) / 100 : parseFloat(inner || "1");
    return Math.abs(amount - (NEUTRAL_AT_ONE.test(name) ? 1 : 0)) < 0.02 ? [] : [`${name} ${amount}`];
  }).join("; ");

// What is drawn: which pictures, or of which colours.
const drawings = (value) =>
  layersOf(value).flatMap((layer) => {
    const picture = /^url\(["']?([^"')]*)/.exec(layer);
    if (picture) return [new URL(picture[1], document.baseURI).href];
    const colours = coloursIn(layer);
    return colours.every(isClear) ? [] : [`${layer.split("(")[0]} ${colours.map(toned)}`];
  }).join("; ");

const matrixOf = (name, value) => {
  if (value === "none") return new DOMMatrix();
  return new DOMMatrix(name === "transform" ? value : `${name}(${value.split(/\s+/).join(", ")})`);
};
const moveApart = (name, value, now) => {
  try {
    const [one, other] = [matrixOf(name, value), matrixOf(name, now)].map((matrix) => [...matrix.toFloat64Array()]);
    return one.some((part, i) => Math.abs(part - other[i]) >= (i >= 12 ? LEAST_LENGTH_PX : 0.005));
  } catch {
    return now === "none" && numbersIn(value).some((part) => part !== 0);  // parts of the element's own size
  }
};

const sizesDiffer = (name, value, now) => {
  if (/(spacing|gap)$/.test(name)) [value, now] = [value, now].map((one) => (one === "normal" ? "0" : one));
  const [one, other] = [value, now].map(lengthOf);
  if (one !== null && other !== null) return Math.abs(one - other) >= LEAST_LENGTH_PX;
  if (value.endsWith("%") && now.endsWith("%")) return Math.abs(parseFloat(value) - parseFloat(now)) >= 1;
  if (name.endsWith("radius") && value.endsWith("%") && other !== null) return parseFloat(value) > 0;
  return isKeyword(value) && isKeyword(now) && ![value, now].includes("auto");
};

// What a browser makes of "normal" is a matter of the face: about this.
const lineOf = (value, em) => (isPlain(value) ? value * em : (lengthOf(value) ?? 1.2 * em));

const ESSENCES = { "box-shadow": shadows, "text-shadow": shadows, filter: filters, "backdrop-filter": filters, "background-image": drawings };
const differs = (name, declared, now, em) => {
  if (!declared || declared === now) return false;
  const value = inPixels(declared, em);
  if (CSS.supports("color", value) && CSS.supports("color", now)) return !areAlike(value, now);
  if (name.startsWith("--")) return true;
  if (name in ESSENCES) return ESSENCES[name](value) !== ESSENCES[name](now);
  if (/^(transform|translate|scale|rotate)$/.test(name)) return moveApart(name, value, now);
  if (name === "line-height") return Math.abs(lineOf(value, em) - lineOf(now, em)) >= (now === "normal" ? 0.2 * em : LEAST_LENGTH_PX);
  const [one, other] = name === "font-weight" ? [WEIGHTS[value] ?? value, now].map(String) : [value.replace(/^([\d.]+)%$/, (all, n) => (name === "opacity" ? String(n / 100) : all)), now];
  if (isPlain(one) && isPlain(other)) return Math.abs(one - other) >= LEAST_NUMBER;
  return sizesDiffer(name, one, other);
};

// A colour or a style of a line that is not drawn, and a place in a picture that is not there, are not to be seen.
const isCarried = (name, declared, style) => {
  const ring = name.startsWith("outline") && { "outline-style": "auto", "outline-width": "1px", "outline-color": "red" };  // the browser's own
  const either = (property) => {
    const own = declared.getPropertyValue(property);
    if (NOTHING.test(own)) return property.endsWith("-color") ? style.color : "none";
    return own || (ring || {})[property] || style.getPropertyValue(property);
  };
  const line = /^(border-(?:top|right|bottom|left)|outline|column-rule)-(color|style|width|offset)$/.exec(name);
  if (line) return either(`${line[1]}-style`) !== "none" && lengthOf(either(`${line[1]}-width`)) !== 0 && !isClear(either(`${line[1]}-color`));
  if (/^text-decoration-(color|style|thickness)$|^text-underline/.test(name)) return either("text-decoration-line") !== "none";
  if (/^background-(position|size|repeat|origin|attachment|clip)/.test(name)) return either("background-image") !== "none";
  return true;
};

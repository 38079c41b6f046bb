// Where a frame element stands, and whether the page's own scripts could look into it. Called with `dom.js` in the
// document that holds it; all is relative to the outermost document that this one can reach.
(dom, el) => {
  const rect = dom.viewportRect(el), style = dom.styleOf(el), px = (name) => parseFloat(style[name]) || 0;
  const outer = window.frameElement ? `${dom.selectorOf(window.frameElement)} >>> ` : "";
  return {
    reached: dom.frameDocument(el) !== null, selector: outer + dom.selectorOf(el),
    x: rect.x + el.clientLeft + px("paddingLeft"), y: rect.y + el.clientTop + px("paddingTop"),
    width: el.clientWidth, height: el.clientHeight,
  };
}

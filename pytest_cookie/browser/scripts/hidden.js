// What a field of a form hides of the form itself: `<input name="matches">` is `form.matches` then, in every world.
// Only looks for names that no ordinary page gives to a field; "" if there are none.
() => {
  const methods = ["querySelector", "querySelectorAll", "getAttribute", "hasAttribute", "matches", "closest", "contains",
    "getBoundingClientRect", "getClientRects", "checkVisibility", "getAnimations", "getRootNode"];
  const places = ["parentElement", "parentNode", "ownerDocument", "nodeType"];
  const own = (form, name) => Object.getOwnPropertyDescriptor(Node.prototype, name).get.call(form);
  const hiddenOf = (form) =>
    methods.find((name) => typeof form[name] !== "function") ?? places.find((name) => form[name] !== own(form, name)) ?? "";
  return Array.from(document.querySelectorAll("form"), hiddenOf).find(Boolean) ?? "";
}

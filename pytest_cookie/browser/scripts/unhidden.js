// A document of which no element hides anything: `<img name="querySelector">` takes the place of what is called so.
(page) => new Proxy(page, {
  get: (_, name) => {
    for (let owner = Object.getPrototypeOf(page); owner; owner = Object.getPrototypeOf(owner)) {
      const own = Object.getOwnPropertyDescriptor(owner, name);
      if (!own) continue;
      const value = own.get ? own.get.call(page) : own.value;
      return typeof value === "function" ? value.bind(page) : value;
    }
    return page[name];
  },
  set: (_, name, value) => Reflect.set(page, name, value),
})

// Runs before the page's own scripts in every frame: what Chrome has, and a headless shell lacks.
() => {
  const { defineProperty, defineProperties, create } = Object;
  const native = (name, does) => defineProperty(does.bind(null), "name", { value: name });
  if (!("chrome" in window)) {
    const began = performance.timeOrigin, sinceBegan = performance.now.bind(performance);
    const chrome = {
      loadTimes: native("", () => ({
        requestTime: began / 1000, startLoadTime: began / 1000, commitLoadTime: began / 1000, finishDocumentLoadTime: 0,
        finishLoadTime: 0, firstPaintTime: 0, firstPaintAfterLoadTime: 0, navigationType: "Other",
        wasFetchedViaSpdy: false, wasNpnNegotiated: false, npnNegotiatedProtocol: "unknown",
        wasAlternateProtocolAvailable: false, connectionInfo: "http/1.1",
      })),
      csi: native("", () => ({ onloadT: began, startE: began, pageT: sinceBegan(), tran: 15 })),
      app: {
        isInstalled: false,
        InstallState: { DISABLED: "disabled", INSTALLED: "installed", NOT_INSTALLED: "not_installed" },
        RunningState: { CANNOT_RUN: "cannot_run", READY_TO_RUN: "ready_to_run", RUNNING: "running" },
      },
    };
    defineProperty(window, "chrome", { value: chrome, writable: true, enumerable: true, configurable: false });
  }
  if (navigator.pdfViewerEnabled !== false) return;

  // Chrome's viewer of PDF: five plugins, each for two types.
  const types = ["application/pdf", "text/pdf"];
  const names = ["PDF Viewer", "Chrome PDF Viewer", "Chromium PDF Viewer", "Microsoft Edge PDF Viewer", "WebKit built-in PDF"];
  const values = (of) => Object.fromEntries(Reflect.ownKeys(of).map((name) => [name, { value: of[name] }]));
  const listed = (of) => Object.fromEntries(of.map((value, index) => [index, { value, enumerable: true }]));
  // An object of the browser's that lists other content.
  const fill = (list, content, nameOf) => defineProperties(list, {
    ...listed(content),
    ...values({
      ...Object.fromEntries(content.map((one) => [nameOf(one), one])),
      length: content.length,
      item: native("item", (index) => content[index >>> 0] ?? null),
      namedItem: native("namedItem", (name) => content.find((one) => nameOf(one) === String(name)) ?? null),
      refresh: native("refresh", () => undefined),
      [Symbol.iterator]: native("values", () => content[Symbol.iterator]()),
    }),
  });
  const plugins = names.map((name) => {
    const about = { name, filename: "internal-pdf-viewer", description: "Portable Document Format" };
    const plugin = defineProperties(create(Plugin.prototype), values(about));
    const held = types.map((type) => defineProperties(create(MimeType.prototype), values({
      type, suffixes: "pdf", description: about.description, enabledPlugin: plugin,
    })));
    return fill(plugin, held, (one) => one.type);
  });
  const pluginList = fill(create(PluginArray.prototype), plugins, (one) => one.name);
  const typeList = fill(create(MimeTypeArray.prototype), types.map((_, index) => plugins[0][index]), (one) => one.type);
  const answer = (name, value) => {
    const found = Object.getOwnPropertyDescriptor(Navigator.prototype, name);
    defineProperty(Navigator.prototype, name, { ...found, get: new Proxy(found.get, { apply: () => value }) });
  };
  answer("plugins", pluginList);
  answer("mimeTypes", typeList);
  answer("pdfViewerEnabled", true);
}

// Makes of every package that a manifest names ES modules which a browser can import, once, when a library is installed.
//
//   node build_modules.mjs ROOT INTO
//
// ROOT holds package.json and node_modules, with esbuild, es-module-lexer and cjs-module-lexer among them. INTO gets a
// folder a package and version, with an index.json: part -> [file, has a default export]. What one package of the
// manifest imports from another is left as a name with a range of versions (`modules.py` makes an address of it); all
// else is bundled. No code of a package runs. What cannot be built is left out and told, a line each.

import fs from "node:fs";
import { builtinModules, createRequire } from "node:module";
import path from "node:path";

const [root, into] = process.argv.slice(2).map((place) => path.resolve(place));
const require = createRequire(path.join(root, "package.json"));
const esbuild = require("esbuild");
const { init, parse } = await import(require.resolve("es-module-lexer"));
const commonjs = require("cjs-module-lexer");
await Promise.all([init, commonjs.init?.()]);

const PLACEHOLDER = "pytest-cookie-library:";
const MOST_PARTS = 1500;
const SCRIPT = /\.[cm]?js$/;
const NOT_A_MODULE = /^@fontsource|^(esbuild|es-module-lexer|cjs-module-lexer)$/;
const manifest = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
const modules = path.join(root, "node_modules");

const packages = Object.keys(manifest.dependencies ?? {})
  .filter((folder) => !NOT_A_MODULE.test(folder) && fs.existsSync(path.join(modules, folder, "package.json")))
  .map((folder) => ({ folder, ...JSON.parse(fs.readFileSync(path.join(modules, folder, "package.json"), "utf8")) }));
const named = new Map();
for (const one of packages) named.set(one.name, [...(named.get(one.name) ?? []), one]);

const split = (specifier) => {
  const parts = specifier.split("/");
  const name = parts.splice(0, specifier.startsWith("@") ? 2 : 1).join("/");
  return [name, parts.join("/")];
};

/** The parts of a package that others may import, by its own words. */
function parts(one) {
  const folder = path.join(modules, one.folder);
  const exported = one.exports;
  if (!exported || typeof exported === "string" || !Object.keys(exported).some((key) => key.startsWith("."))) {
    const beside = exported ? [] : fs.readdirSync(folder).filter((file) => SCRIPT.test(file) && !/\.(min|config|test)\./.test(file));
    return ["", ...beside.slice(0, MOST_PARTS).map((file) => file.replace(SCRIPT, ""))];
  }
  const found = Object.keys(exported).flatMap((key) => {
    if (exported[key] === null || /\.(json|css|scss|less|d\.ts|map)$/.test(key)) return [];
    if (!key.includes("*")) return [key.replace(/^\.\/?/, "")];
    const target = reached(exported[key]);
    return target ? expanded(folder, key, target) : [];
  });
  return [...new Set(found)].slice(0, MOST_PARTS);
}

function reached(target) {
  if (typeof target === "string") return target;
  if (Array.isArray(target)) return reached(target[0]);
  return target && reached(target.browser ?? target.import ?? target.module ?? target.default);
}

function expanded(folder, key, target) {
  const [before, after] = target.split("*");
  const [keyBefore, keyAfter] = key.split("*");
  const start = path.join(folder, path.posix.dirname(`${before}x`));
  if (!start.startsWith(folder + path.sep) || !fs.existsSync(start)) return [];
  const files = fs.readdirSync(start, { recursive: true }).map((file) => path.join(start, String(file)));
  return files
    .map((file) => `./${path.relative(folder, file).split(path.sep).join("/")}`)
    .filter((file) => file.startsWith(before) && file.endsWith(after) && (SCRIPT.test(file) || after))
    .filter((file) => SCRIPT.test(file))
    .map((file) => `${keyBefore}${file.slice(before.length, file.length - after.length)}${keyAfter}`.replace(/^\.\//, ""));
}

/** The names that a CommonJS file exports, as far as they stand in it. */
function exportedNames(file, seen = new Set()) {
  if (seen.has(file) || seen.size > 20) return [];
  seen.add(file);
  try {
    const { exports, reexports } = commonjs.parse(fs.readFileSync(file, "utf8"));
    // of `if (production) … else …` the lexer tells the last one
    const inProduction = (other) => [".production.js", ".production.min.js"].map((end) => other.replace(".development.js", end));
    const chosen = (other) => inProduction(other).find((one) => fs.existsSync(path.resolve(path.dirname(file), one))) ?? other;
    const others = reexports.flatMap((other) => exportedNames(createRequire(file).resolve(chosen(other)), seen));
    return [...new Set([...exports, ...others])].filter((name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== "default");
  } catch {
    return [];
  }
}

function isModule(file) {
  const text = fs.readFileSync(file, "utf8");
  try {
    return parse(text)[3];
  } catch {
    return false;
  }
}

const handOn = (file) => {
  const at = JSON.stringify(file);
  if (isModule(file)) {
    const hasDefault = parse(fs.readFileSync(file, "utf8"))[1].some((one) => one.n === "default");
    return `export * from ${at};${hasDefault ? `export { default } from ${at};` : ""}`;
  }
  const names = exportedNames(file);
  const taken = names.map((name, index) => `${JSON.stringify(name)}: e${index}`).join(", ");
  const given = names.map((name, index) => `e${index} as ${name}`).join(", ");
  return `const all = require(${at});
    export default (all && all.__esModule && "default" in all ? all.default : all);
    ${names.length ? `const { ${taken} } = all; export { ${given} };` : ""}`;
};

function library(one) {
  const ranges = { ...one.devDependencies, ...one.dependencies, ...one.optionalDependencies, ...one.peerDependencies };
  return {
    name: "library",
    setup(build) {
      build.onResolve({ filter: /^part:/ }, ({ path: specifier }) => ({ path: specifier.slice(5) || ".", namespace: "part" }));
      build.onLoad({ filter: /.*/, namespace: "part" }, async ({ path: asked }) => {
        const part = asked === "." ? "" : asked;
        const found = await build.resolve(`${one.folder}${part && "/"}${part}`, {
          kind: "import-statement", resolveDir: root, pluginData: { ours: true },
        });
        if (found.errors.length || !SCRIPT.test(found.path)) return { errors: [{ text: `no script: ${part}` }] };
        return { contents: handOn(found.path), resolveDir: root };
      });
      build.onResolve({ filter: /^(node:)?[\w@]/ }, async (asked) => {
        if (asked.pluginData?.ours || asked.kind === "entry-point" || path.isAbsolute(asked.path)) return undefined;
        const [name, part] = split(asked.path);
        if (name === one.name && name !== one.folder) {
          const own = `${one.folder}${part && "/"}${part}`;
          return build.resolve(own, { kind: asked.kind, resolveDir: root, pluginData: { ours: true } });
        }
        if (name !== one.name && named.has(name)) {
          const specifier = `${PLACEHOLDER}${name}@${ranges[name] ?? "*"}#${part.replace(SCRIPT, "")}`;
          if (asked.kind !== "require-call") return { path: specifier, external: true };
          return { path: specifier, namespace: "required" };
        }
        const isBuiltIn = asked.path.startsWith("node:") || builtinModules.includes(asked.path);
        return isBuiltIn && !fs.existsSync(path.join(modules, name)) ? { path: asked.path, namespace: "nothing" } : undefined;
      });
      build.onLoad({ filter: /.*/, namespace: "required" }, ({ path: specifier }) => ({
        // imported whole: what a module hands out as its default is what `require` gives
        contents: `import * as all from ${JSON.stringify(specifier)}; module.exports = all.default ?? all;`,
        resolveDir: root,
      }));
      build.onResolve({ filter: new RegExp(`^${PLACEHOLDER}`) }, ({ path: specifier }) => ({ path: specifier, external: true }));
      build.onLoad({ filter: /.*/, namespace: "nothing" }, () => ({ contents: "module.exports = {};", loader: "js" }));
    },
  };
}

async function bundle(one, chosen, outdir) {
  const bare = (part) => part.replace(SCRIPT, "") || "index";
  const entryPoints = Object.fromEntries(chosen.map((part) => [bare(part), `part:${part}`]));
  const { metafile } = await esbuild.build({
    entryPoints, outdir,
    absWorkingDir: root,
    bundle: true, splitting: true, format: "esm", platform: "browser", target: "es2022", metafile: true, minify: true,
    keepNames: true, legalComments: "none", logLevel: "silent", chunkNames: "chunks/[name]-[hash]",
    mainFields: ["browser", "module", "main"], conditions: ["production", "browser"],
    define: { "process.env.NODE_ENV": '"production"', global: "globalThis" },
    loader: { ".css": "empty", ".png": "dataurl", ".svg": "dataurl", ".woff2": "dataurl", ".woff": "dataurl", ".ttf": "dataurl" },
    plugins: [library(one)],
  });
  const index = {};
  for (const [file, told] of Object.entries(metafile.outputs)) {
    if (!told.entryPoint) continue;
    const part = told.entryPoint.replace(/^part:\.?/, "");
    const entry = [path.relative(outdir, path.join(root, file)).split(path.sep).join("/"), told.exports.includes("default")];
    index[part.replace(SCRIPT, "")] = entry;
  }
  return index;
}

async function build(one) {
  const outdir = path.join(into, `${one.name.replaceAll("/", "+")}@${one.version}`);
  const all = parts(one);
  let index = {};
  try {
    index = await bundle(one, all, outdir);
  } catch (error) {
    // what is wrong with one part must not cost the others
    const bad = new Set((error.errors ?? []).map((each) => /^no script: (.*)$/.exec(each.text)?.[1] ?? null));
    const good = bad.has(null) ? [""] : all.filter((part) => !bad.has(part));
    fs.rmSync(outdir, { recursive: true, force: true });
    try {
      index = await bundle(one, good, outdir);
    } catch (second) {
      fs.rmSync(outdir, { recursive: true, force: true });
      console.log(`${one.name}@${one.version}: no ES module: ${(second.errors ?? [])[0]?.text ?? second.message}`);
      return;
    }
  }
  if (Object.keys(index).length) fs.writeFileSync(path.join(outdir, "index.json"), JSON.stringify(index));
}

fs.mkdirSync(into, { recursive: true });
for (const one of packages) await build(one);
await esbuild.stop?.();

/**
 * `node --require <this> <program>`: npm packages are compiled from compact copies of their modules, which lie beside
 * this file with the same path as under node_modules; what has no copy is loaded as ever. V8 keeps the text of every module
 * that it has loaded: comments and indentation were a tenth of a service's memory (docs/decisions/compact-packages.md).
 */
'use strict';
const { existsSync, readFileSync } = require('node:fs');
const Module = require('node:module');
const { join, sep } = require('node:path');

/** What this folder, dist/compact, holds the copies of. In an image they are in their modules' places. */
const PACKAGES = join(__dirname, '..', '..', 'node_modules') + sep;
const COPIES = join(__dirname, 'node_modules') + sep;
const hasCopies = existsSync(COPIES);
/** Modules that are loaded when somebody first looks into them, as paths below node_modules. */
const onDemand = new Set(JSON.parse(readFileSync(join(__dirname, 'on-demand.json'), 'utf8')));

const asEver = Module._extensions['.js'];

/** The text of a copy; `undefined` when there is none. Copies have ASCII only, so a character is a byte. */
function copyOf(path) {
  if (!hasCopies) return undefined;
  try {
    return readFileSync(COPIES + path, 'latin1');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function compile(module, file, path) {
  const text = copyOf(path);
  if (text === undefined) asEver(module, file);
  else module._compile(text, file);
}

/** Stands for the exports of a module that is not loaded yet; the first look at them loads it. */
function whenLookedAt(module, file, path) {
  let loaded;
  const exported = () => {
    if (!loaded) {
      loaded = new Module(file, module);
      loaded.filename = file;
      loaded.paths = module.paths;
      compile(loaded, file, path);
      loaded.loaded = true;
    }
    return loaded.exports;
  };
  return new Proxy(
    {},
    {
      get: (_, name) => exported()[name],
      set: (_, name, value) => Reflect.set(exported(), name, value),
      has: (_, name) => Reflect.has(exported(), name),
      ownKeys: () => Reflect.ownKeys(exported()),
      getOwnPropertyDescriptor(_, name) {
        const descriptor = Reflect.getOwnPropertyDescriptor(exported(), name);
        // A property of something else can't be told as one that never changes.
        return descriptor && { ...descriptor, configurable: true };
      },
    },
  );
}

Module._extensions['.js'] = (module, file) => {
  if (!file.startsWith(PACKAGES)) return asEver(module, file);
  const path = file.slice(PACKAGES.length);
  if (onDemand.has(path)) module.exports = whenLookedAt(module, file, path);
  else compile(module, file, path);
};

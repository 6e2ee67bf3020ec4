/**
 * Jest's runtime with one difference: a worker compiles each module once, not once for each spec file. Every spec file
 * still has a context of its own and runs every module anew; only texts and compiled code are kept. A spec file that starts a
 * service loads some 2,500 modules; compiling them took most of its start.
 */
const { Script } = require('node:vm');
const { default: JestRuntime } = require('jest-runtime');

/** Compiled modules by file name. A script is bound to a context only when it runs. */
const scripts = new Map();
/** Code of installed packages by file name: it does not change during a test run. */
const packages = new Map();

const isPackage = (filename) => filename.includes('/node_modules/');

/**
 * Returns the script of a module; undefined where Jest has to compile, because a dynamic `import()` is bound to one spec file's
 * loader.
 */
function scriptOf(source, filename, parameters) {
  const kept = scripts.get(filename);
  if (kept?.source === source) return kept.script;
  if (source.includes('import(')) return undefined;
  const head = `(function (${parameters.join(', ')}) {`;
  try {
    const script = new Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
    scripts.set(filename, { source, script });
    return script;
  } catch {
    return undefined; // Jest explains a syntax error better.
  }
}

class Runtime extends JestRuntime {
  constructor(...args) {
    super(...args);
    this.#keepScripts(this.executor, this._environment);
    this.#keepPackages(this.transformCache);
  }

  #keepScripts(executor, environment) {
    const compile = executor.compile.bind(executor);
    executor.compile = (source, filename) => {
      const context = environment.getVmContext();
      const script = context && scriptOf(source, filename, executor.injectedModuleParameters);
      return script ? script.runInContext(context) : compile(source, filename);
    };
  }

  #keepPackages(transformCache) {
    const transform = transformCache.transform.bind(transformCache);
    transformCache.transform = (filename, options) => {
      if (!isPackage(filename) || options?.isInternalModule) return transform(filename, options);
      if (!packages.has(filename)) packages.set(filename, transform(filename, options));
      return packages.get(filename);
    };
  }
}

module.exports = { __esModule: true, default: Runtime };

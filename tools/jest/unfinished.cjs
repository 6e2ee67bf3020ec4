/** A reporter for runs that are ended from outside: lists the spec files that have not ended. */
const { relative } = require('node:path');

module.exports = class {
  #running = new Set();

  constructor({ rootDir }) {
    process.once('SIGTERM', () => {
      const files = [...this.#running].map((path) => relative(rootDir, path));
      process.stderr.write(`Spec files that had not ended: ${files.join(', ') || 'none'}\n`);
      process.exit(143);
    });
  }

  onTestFileStart({ path }) {
    this.#running.add(path);
  }

  onTestFileResult({ path }) {
    this.#running.delete(path);
  }
};

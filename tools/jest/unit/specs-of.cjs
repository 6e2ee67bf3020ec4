/** Runs the unit tests of a folder as one spec file: they share no state, so their modules are loaded once. */
const { existsSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

const ROOT = join(__dirname, '..', '..', '..');

/** @param {string} folder below the root, such as `apps` */
module.exports = function specsOf(folder) {
  for (const project of readdirSync(join(ROOT, folder)).sort()) {
    const sources = join(ROOT, folder, project, 'src');
    if (!existsSync(sources)) continue; // an example of one file
    for (const file of readdirSync(sources, { recursive: true }).sort())
      if (file.endsWith('.spec.ts'))
        describe(join(folder, project, 'src', file), () => void require(join(sources, file)));
  }
};

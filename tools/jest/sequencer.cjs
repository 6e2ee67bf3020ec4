/**
 * The order of spec files: those in `test/` folders first, for some of them take half a minute; the short ones in `src/` then
 * fill all workers to the end. Within each, Jest's order: by the time of the last run, by size where none is known.
 */
const { default: Sequencer } = require('@jest/test-sequencer');

const isShort = ({ path }) => path.includes('/src/');

module.exports = class extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [...sorted.filter((test) => !isShort(test)), ...sorted.filter(isShort)];
  }
};

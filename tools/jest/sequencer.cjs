/** The order of spec files: `test/` folders first, because some take half a minute; otherwise Jest's own order. */
const { default: Sequencer } = require('@jest/test-sequencer');

const isShort = ({ path }) => path.includes('/src/');

module.exports = class extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [...sorted.filter((test) => !isShort(test)), ...sorted.filter(isShort)];
  }
};

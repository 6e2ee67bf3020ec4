const preset = require('./jest.preset.cjs');

// The unit tests of all projects, which need no server: npm run test:unit.
module.exports = {
  ...preset,
  rootDir: __dirname,
  testMatch: ['<rootDir>/tools/jest/unit/*.spec.cjs'],
};

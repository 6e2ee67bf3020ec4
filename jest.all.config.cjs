const config = require('./jest.config.cjs');

// Every test. The unit tests run as in jest.unit.config.cjs: a context for each of 270 spec files took more time than the tests.
module.exports = {
  ...config,
  roots: [...config.roots, '<rootDir>/tools/jest/unit'],
  testMatch: [
    ...config.testMatch.map((pattern) => pattern.replace('src|', '')),
    '<rootDir>/tools/jest/unit/*.spec.cjs',
  ],
};

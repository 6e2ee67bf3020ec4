const preset = require('./jest.preset.cjs');

// All projects as one for Jest, for what it finds out about modules it keeps per project. Nx runs a project by its own file.
module.exports = {
  ...preset,
  rootDir: __dirname,
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/examples'],
  testMatch: preset.testMatch.map((pattern) => pattern.replace('<rootDir>', '<rootDir>/*/*')),
  testSequencer: require.resolve('./tools/jest/sequencer.cjs'),
};

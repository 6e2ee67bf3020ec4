module.exports = {
  ...require('../../jest.preset.cjs'),
  displayName: 'streaming-control',
  rootDir: __dirname,
};

module.exports = {
  ...require('../../jest.preset.cjs'),
  displayName: 'job-orchestration',
  rootDir: __dirname,
};

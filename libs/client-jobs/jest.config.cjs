module.exports = { ...require('../../jest.preset.cjs'), displayName: 'client-jobs', rootDir: __dirname };

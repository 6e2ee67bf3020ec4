module.exports = { ...require('../../jest.preset.cjs'), displayName: 'client-history', rootDir: __dirname };

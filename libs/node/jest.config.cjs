module.exports = { ...require('../../jest.preset.cjs'), displayName: 'node', rootDir: __dirname };

module.exports = { ...require('../../jest.preset.cjs'), displayName: 'history-query', rootDir: __dirname };

module.exports = { ...require('../../jest.preset.cjs'), displayName: 'word-count-batch', rootDir: __dirname };

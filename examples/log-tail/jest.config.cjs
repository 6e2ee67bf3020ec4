module.exports = { ...require('../../jest.preset.cjs'), displayName: 'log-tail', rootDir: __dirname };

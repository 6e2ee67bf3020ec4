module.exports = { ...require('../../jest.preset.cjs'), displayName: 'launches', rootDir: __dirname };

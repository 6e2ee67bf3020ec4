module.exports = { ...require('../../jest.preset.cjs'), displayName: 'hal', rootDir: __dirname };

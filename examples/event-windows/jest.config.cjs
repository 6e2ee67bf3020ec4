module.exports = { ...require('../../jest.preset.cjs'), displayName: 'event-windows', rootDir: __dirname };

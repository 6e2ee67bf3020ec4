module.exports = { ...require('../../jest.preset.cjs'), displayName: 'client-streams', rootDir: __dirname };

module.exports = { ...require('../../jest.preset.cjs'), displayName: 'sine-stream', rootDir: __dirname };

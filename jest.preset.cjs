// One transform for every project: swc compiles TypeScript (and the few ESM-only packages) to CommonJS,
// and libraries resolve to their sources, so a test never runs against a stale build.
const esmOnly = ['jose'];

module.exports = {
  testEnvironment: 'node',
  setupFilesAfterEnv: [require.resolve('./jest.setup.cjs')],
  testMatch: ['<rootDir>/(src|test|migrations)/**/*.spec.ts'],
  testEnvironmentOptions: { customExportConditions: ['@portolan/source', 'node', 'require', 'default'] },
  transform: {
    '^.+\\.(ts|mjs|js)$': [
      '@swc/jest',
      {
        swcrc: false,
        sourceMaps: 'inline',
        jsc: {
          target: 'es2023',
          keepClassNames: true,
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(?:.*/)?(${esmOnly.join('|')})/)`],
  modulePathIgnorePatterns: ['/dist/', '/.out-spec/', '<rootDir>/.portolan'],
};

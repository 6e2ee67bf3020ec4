const { join } = require('node:path');

// One transform for every project: swc compiles TypeScript (and the few ESM-only packages) to CommonJS,
// and libraries resolve to their sources, so a test never runs against a stale build.
// The exporter of OpenTelemetry is CommonJS, but loads `http` with a dynamic import, which Jest can't do as it stands.
const esmOnly = [
  'jose',
  '@kubernetes/client-node',
  'openid-client',
  'oauth4webapi',
  '@opentelemetry/otlp-exporter-base',
];

// Tests of a lane (docs/development.md) run only when that lane is asked for: npm test -- --lane <name>.
const lane = process.env.PORTOLAN_TEST_LANE;

module.exports = {
  testEnvironment: 'node',
  // Not in the folder for temporary files, which is each test run's own.
  cacheDirectory: join(__dirname, '.portolan', 'jest'),
  runtime: require.resolve('./tools/jest/runtime.cjs'),
  setupFilesAfterEnv: [require.resolve('./jest.setup.cjs')],
  testMatch: [
    lane ? `<rootDir>/test/lanes/${lane}/**/*.spec.ts` : '<rootDir>/(src|test|migrations)/**/*.spec.ts',
  ],
  testPathIgnorePatterns: lane ? ['/node_modules/'] : ['/node_modules/', '/test/lanes/'],
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

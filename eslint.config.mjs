import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

// Where each kind of project may look: apps never import apps, `hal` and `validation` know no other library.
const boundaries = [
  { sourceTag: 'type:app', onlyDependOnLibsWithTags: ['type:lib'] },
  { sourceTag: 'type:lib', onlyDependOnLibsWithTags: ['type:lib'] },
  { sourceTag: 'type:example', onlyDependOnLibsWithTags: ['scope:worker'] },
  { sourceTag: 'scope:leaf', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'scope:worker', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'scope:messaging', onlyDependOnLibsWithTags: ['scope:leaf'] },
  { sourceTag: 'scope:service', onlyDependOnLibsWithTags: ['scope:leaf', 'scope:messaging'] },
  {
    sourceTag: 'scope:launches',
    onlyDependOnLibsWithTags: ['scope:leaf', 'scope:messaging', 'scope:service'],
  },
];

const adaptersOnly = [
  'typeorm',
  '@nestjs/typeorm',
  'mysql2',
  'mysql2/promise',
  'bullmq',
  'ioredis',
  'nodemailer',
];

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/.out-spec/**',
      '**/node_modules/**',
      '.nx/**',
      '.portolan/**',
      '**/*.cjs',
      'libs/client-*/src/generated/**',
    ],
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.recommendedTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    plugins: { '@nx': nx, regexp },
    // One program for all files that run in Node.js, and one for the page of the console: imports are read and checked once.
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.lint.json', './apps/console/tsconfig.{web,spec}.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@nx/enforce-module-boundaries': ['error', { allow: [], depConstraints: boundaries }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      'max-lines': ['error', { max: 400, skipBlankLines: false, skipComments: false }],
      curly: ['error', 'multi-line'],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      // Clients, jobs and sources write what these read: time must grow with the length of a text, not with its square.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    // The rules decide, the adapters talk: only they may know the database, the queue or the mail library.
    files: ['apps/*/src/**/*.ts'],
    ignores: [
      '**/*.repository.ts',
      '**/*.read-model.ts',
      '**/*.gateway.ts',
      '**/*.entity.ts',
      '**/*.module.ts',
      '**/migrate.ts',
      '**/*.spec.ts',
    ],
    rules: { 'no-restricted-imports': ['error', { paths: adaptersOnly }] },
  },
  {
    files: ['apps/*/src/**/*.ts', 'libs/*/src/**/*.ts'],
    ignores: [
      '**/config/**',
      '**/main.ts',
      '**/migrate.ts',
      'apps/history-query/src/records-main.ts',
      '**/*.spec.ts',
      '**/testing/**',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Read configuration through the validated config class.',
        },
      ],
    },
  },
  { files: ['**/*.spec.ts', '**/test/**/*.ts'], rules: { 'max-lines': 'off' } },
  { files: ['**/*.mjs'], ...tseslint.configs.disableTypeChecked },
  prettier,
);

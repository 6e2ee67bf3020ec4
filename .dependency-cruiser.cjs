/**
 * The directions in which files may import each other: `npm run lint` fails on any other. Type imports count.
 *
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: 'no-file-cycles',
      comment: 'Two files that need each other are one file, or a third holds what both need.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-folder-cycles',
      comment: 'A folder is read after the folders it imports: a cycle has no first folder.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-imports-from-outer-folders',
      comment:
        'A folder composes its nested folders; a nested folder never imports a file of a folder around it.',
      severity: 'error',
      from: { path: '^(.+)/[^/]+/[^/]+$' },
      to: { path: '^$1/[^/]+$' },
    },
    {
      name: 'no-imports-from-the-root',
      comment: 'The files directly in `src` start and compose the program; a library exports itself there.',
      severity: 'error',
      from: { path: '^((?:apps|libs)/[^/]+/src)/.+/' },
      to: { path: '^$1/[^/]+$' },
    },
    {
      name: 'controllers-for-modules',
      comment: 'Only its module knows a controller: HTTP is the outermost layer.',
      severity: 'error',
      from: { pathNot: '[.](module|controller)[.]ts$|/index[.]ts$' },
      to: { path: '[.]controller[.]ts$' },
    },
    {
      name: 'stored-data-knows-no-use-case',
      comment: 'Entities, repositories and read models sit below services.',
      severity: 'error',
      from: { path: '[.](entity|repository|read-model)[.]ts$' },
      to: { path: '[.](service|controller|module)[.]ts$' },
    },
    {
      name: 'request-shapes-know-no-use-case',
      comment:
        'A DTO describes a body or an answer; services and repositories use it, not the other way round.',
      severity: 'error',
      from: { path: '[.]dto[.]ts$' },
      to: { path: '[.](service|controller|module|repository)[.]ts$' },
    },
  ],
  options: {
    includeOnly: { path: '^(apps|libs)/[^/]+/src/' },
    // Helpers of tests start and compose programs, as main does.
    exclude: { path: '[.]spec[.]ts$|/testing/|/generated/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.lint.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@portolan/source', 'import', 'require', 'node', 'default'],
    },
  },
};

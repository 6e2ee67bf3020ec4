/** Blocks that are not executed (shell) or parsed (others), by name, with the reason. Their syntax is still checked. */
export const EXCEPTIONS = {
  'README.md: Run it': 'starts the system that this runs beside, and all tests',
  'docs/chaos.md: Chaos': 'takes minutes; .ci/run runs the short one',
  'docs/cli.md: Without a checkout': 'installs packages on the machine; the lane "install" does it',
  'docs/deployment.md: Images': 'needs Docker; the lane "containers" builds the images without it',
  'docs/deployment.md: Images (2)': 'needs Docker',
  'docs/deployment.md: Kubernetes': 'needs a cluster',
  'docs/development.md: Run': 'starts the system that this runs beside, and takes minutes',
  'docs/development.md: Test': 'takes minutes; .ci/run runs it',
  'docs/development.md: Test (2)': 'takes minutes; .ci/run runs it',
  'docs/development.md: Debug one service': 'ends a service of the system that this runs beside',
  'docs/jobs-api.md: A webhook': 'the address that is called is not there',
  'docs/operations.md: Backup': 'writes outside the checkout; "npm run drill -- backup" does it',
  'docs/operations.md: Restore': 'replaces the databases; "npm run drill -- backup" does it',
  'docs/performance.md: How to measure': 'takes minutes and a quiet machine',
  'docs/writing-a-job.md: Packing and running it':
    'npm start has packed the examples; tools/lib/pack.spec.mjs does it',
  'apps/history-query/README.md: Backup, and history from elsewhere':
    'writes into the databases; test/records.spec.ts does it',
  'bench/README.md: Benchmarks': 'takes minutes and a quiet machine',
  'examples/event-windows/README.md: event-windows': 'npm start has packed it',
  'examples/java-clock/README.md: java-clock': 'needs a JDK; the lane "jvm" does it',
  'examples/log-tail/README.md: log-tail': 'npm start has packed it',
  'examples/prime-search/README.md: prime-search': 'npm start has packed it',
  'examples/prime-search/README.md: prime-search (2)': 'needs the port of a slave, which is in its record',
  'examples/sine-stream/README.md: sine-stream': 'npm start has packed it',
  'examples/word-count-batch/README.md: word-count-batch': 'npm start has registered it',
};

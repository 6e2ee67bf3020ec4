// Runs the command from its sources, so that no test meets a stale build.
require('../../node/test/register.cjs');
require('../src/main.ts');

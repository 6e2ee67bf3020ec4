/** The Python client: its code is checked, its wheel is all that an empty environment needs, and its tests pass on running services. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { ExampleSystem } from '../lib/example-system.mjs';
import { run } from '../lib/commands.mjs';
import { PYTHON_CLIENT, downloads } from '../lib/python.mjs';

const programs = process.env.PORTOLAN_PYTHON;
const folder = mkdtempSync(join(tmpdir(), 'portolan-python-lane-'));
after(() => rmSync(folder, { recursive: true, force: true }));

async function python(program, args, env = {}) {
  const { code, tail } = await run(program, args, { cwd: PYTHON_CLIENT, env });
  assert.equal(code, 0, tail.join('\n'));
}
const tool = (name, ...args) => python(join(programs, name), args);

describe('the code of the Python client', () => {
  test('[PY-TYPES-1] is formatted, has docstrings and strict types', async () => {
    await tool('ruff', 'format', '--check', '--no-cache', '.');
    await tool('ruff', 'check', '--no-cache', '.');
    await tool('mypy', '--cache-dir', join(downloads(), 'mypy'), '-p', 'portolan');
  });
});

describe('[PY-WHEEL-1] the wheel of the Python client in an empty environment', () => {
  const system = new ExampleSystem();
  const home = join(folder, 'venv', 'bin');
  /** Restarts the service that a request names, for the tests in Python. */
  const control = createServer((request, response) => {
    system.restart(request.url.slice(1)).then(
      () => response.writeHead(204).end(),
      (error) => response.writeHead(500).end(error.message),
    );
  });

  before(async () => {
    const started = system.start();
    await tool('python', '-m', 'hatchling', 'build', '-t', 'wheel', '-d', folder);
    await tool('python', '-m', 'venv', '--without-pip', join(folder, 'venv'));
    const [wheel] = readdirSync(folder).filter((name) => name.endsWith('.whl'));
    const install = ['--python', join(home, 'python'), 'install', '--quiet', '--disable-pip-version-check'];
    await tool('pip', ...install, join(folder, wheel));
    // Only what the wheel asks for is there now.
    await python(join(home, 'python'), ['-c', 'from portolan import Portolan; Portolan().close()']);
    await tool('pip', ...install, 'pytest==9.2.0', 'trustme==1.2.1');
    await once(control.listen(0, '127.0.0.1'), 'listening');
    await started;
  });
  after(async () => {
    control.close();
    await system.end();
  });

  const passes = (file) =>
    python(join(home, 'python'), ['-m', 'pytest', '--maxfail=3', join('tests', file)], {
      PORTOLAN_JOBS_URL: system.urls.jobs,
      PORTOLAN_HISTORY_URL: system.urls.history,
      PORTOLAN_STREAMS_URL: system.urls.streams,
      PORTOLAN_CONTROL_URL: `http://127.0.0.1:${control.address().port}`,
      PYTHONDONTWRITEBYTECODE: '1',
    });

  test('[PY-STREAM-1] [PY-OPTION-1] keeps the rules of resumed streams and of options', () =>
    passes('test_units.py'));
  test('[PY-JOB-1] [PY-JOB-2] [PY-JOB-3] [PY-JOB-4] [PY-FILE-1] [PY-FOLLOW-1] [PY-ERROR-1] [PY-ERROR-2] submits jobs, waits for them and follows their output', () =>
    passes('test_jobs.py'));
  test('[PY-FEED-1] [PY-QUERY-1] reads the history and follows its changes', () => passes('test_history.py'));
  test('runs the samples of its README', () => passes('test_readme.py'));
  test('[PY-TAIL-1] [PY-WORKERS-1] submits streaming jobs, reads their output and finds their workers', () =>
    passes('test_streams.py'));
  test('[PY-TLS-1] sends client certificates', () => passes('test_tls.py'));
  test('[PY-JOB-2] [PY-FOLLOW-1] [PY-FEED-1] [PY-TAIL-1] goes on when a service restarts', () =>
    passes('test_restart.py'));
});

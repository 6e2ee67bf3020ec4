import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { test } from 'node:test';
import { listeningInodes } from './network.mjs';
import { identityOf, isAlive, parseStat } from './process-identity.mjs';
import { findByEnvironment, sweep } from './processes.mjs';
import { residentBytes } from './summary.mjs';

test('a command name with spaces and brackets does not shift the columns of a stat line', () => {
  const columns = ['S', '10', '20', ...Array.from({ length: 16 }, (_, index) => `x${index}`), '987654', '0'];
  const stat = parseStat(`42 (a) b (c)) ${columns.join(' ')}`);
  assert.deepEqual(stat, { state: 'S', parent: 10, group: 20, startTicks: '987654' });
});

test('a process is itself while it lives, and not any more when it has ended', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  await once(child, 'spawn');
  const record = { pid: child.pid, identity: identityOf(child.pid) };
  assert.equal(isAlive(record), true);
  assert.equal(isAlive({ ...record, identity: 'another start' }), false);
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.equal(isAlive(record), false);
});

test('a sweep ends processes that are known by their environment, also those that ignore SIGTERM', async () => {
  const mark = `sweep-${process.pid}-${Date.now()}`;
  const program = 'process.on("SIGTERM", () => {}); process.stdout.write("up"); setInterval(() => {}, 1000)';
  const child = spawn(process.execPath, ['-e', program], {
    env: { ...process.env, SWEEP_MARK: mark },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  const ended = once(child, 'exit');
  assert.equal(await sweep(() => findByEnvironment((env) => env.SWEEP_MARK === mark), 200), 1);
  const [, signal] = await ended;
  assert.equal(signal, 'SIGKILL');
});

test('finds the sockets that listen on a port', () => {
  const table = [
    '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
    '   0: 0100007F:1BBE 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 111 1',
    '   1: 0100007F:1BBE 0100007F:9999 01 00000000:00000000 00:00000000 00000000     0        0 222 1',
    '   2: 0100007F:1BBF 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 333 1',
  ].join('\n');
  assert.deepEqual(listeningInodes(table, 7102), ['111']);
});

test('resident memory is read in bytes', () => {
  assert.equal(residentBytes('VmPeak:\t 9 kB\nVmRSS:\t    2048 kB\n'), 2 * 1024 * 1024);
  assert.equal(residentBytes(''), 0);
});

import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { setTimeout as d } from 'node:timers/promises';
const autocannon = createRequire(import.meta.url)('autocannon');
const cpu = (pid) => {
  const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(f[11]) + Number(f[12])) * 10;
};
const s = spawn('node', ['apps/history-query/dist/src/main.js'], {
  env: process.env,
  stdio: ['ignore', 'ignore', 'ignore'],
});
const b = spawn('node', ['bench/baselines/document.mjs'], {
  env: { ...process.env, PORT: '7183', DOCUMENT_FILE: '/tmp/doc.json', DOCUMENT_TYPE: 'application/json' },
  stdio: ['ignore', 'ignore', 'ignore'],
});
await d(4000);
const P = process.env.P ?? 'view/instances/i-0db000001';
const go = async (pid, url) => {
  await autocannon({ url, connections: 50, amount: 15000 });
  const c = cpu(pid);
  const r = await autocannon({ url, connections: 50, amount: 40000 });
  return ((cpu(pid) - c) * 1000) / r['2xx'];
};
for (let i = 0; i < 2; i++) {
  const a = await go(s.pid, 'http://127.0.0.1:7182/api/v2/' + P);
  const c = await go(b.pid, 'http://127.0.0.1:7183/document');
  console.log('us/request', a.toFixed(1), c.toFixed(1), (c / a).toFixed(3));
}
s.kill();
b.kill();

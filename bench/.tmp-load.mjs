import { requestsPerSecond } from './lib/load.mjs';
import { spawn } from 'node:child_process';
import { setTimeout as d } from 'node:timers/promises';
const R = Number(process.argv[2] ?? 3);
const rs = [];
const s = spawn('node', ['apps/history-query/dist/src/main.js'], {
  env: process.env,
  stdio: ['ignore', 'ignore', 'inherit'],
});
const b = spawn('node', ['bench/baselines/document.mjs'], {
  env: { ...process.env, PORT: '7183', DOCUMENT_FILE: '/tmp/doc.json', DOCUMENT_TYPE: 'application/json' },
  stdio: ['ignore', 'ignore', 'inherit'],
});
await d(4000);
const P = process.env.P ?? 'view/instances/i-0db000001';
for (let i = 0; i < R; i++) {
  const a = await requestsPerSecond('http://127.0.0.1:7182/api/v2/' + P, { duration: 3 });
  const c = await requestsPerSecond('http://127.0.0.1:7183/document', { duration: 3 });
  rs.push(a / c);
  console.log(a.toFixed(0), c.toFixed(0), (a / c).toFixed(3));
}
rs.sort();
console.log('median', rs[rs.length >> 1]);
s.kill();
b.kill();

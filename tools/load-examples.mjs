/**
 * Registers the examples in a running system: packs their artifacts, creates what is not there yet. Run again and
 * again without harm; `npm start` runs it. Submits nothing.
 */
import './lib/node-version.mjs';
import process from 'node:process';
import { bearer } from './lib/bearer.mjs';
import { main } from './lib/command.mjs';
import { Failure, say } from './lib/console.mjs';
import { systemEnvironment } from './lib/examples.mjs';
import { exampleFile } from './lib/example-files.mjs';
import { pack } from './lib/pack.mjs';
import { paths } from './lib/settings.mjs';

const BATCH = 'word-count-batch';
const STREAMS = ['sine-stream', 'log-tail', 'event-windows', 'prime-search'];

async function request(token, method, url, body, accepted) {
  const response = await fetch(url, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...bearer(token),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });
  if (!accepted.includes(response.status)) {
    const hint = response.status === 401 ? '; PORTOLAN_TOKEN must be a token of an admin' : '';
    throw new Failure(
      `${method} ${url} answered ${response.status}: ${(await response.text()).slice(0, 300)}${hint}`,
    );
  }
  return response.status;
}

/** Creates a resource of job orchestration unless its id is there already. */
const register = (token, url, kind, resource) =>
  request(token, 'POST', `${url}/api/v3/${kind}`, resource, [201, 409]);

async function loadBatch({ JOBS_URL, ARTIFACTS_URL, PORTOLAN_TOKEN: token }) {
  const read = (file) => exampleFile(BATCH, file, ARTIFACTS_URL);
  const [application, cluster, command] = [
    read('application.json'),
    read('cluster.json'),
    read('command.json'),
  ];
  await register(token, JOBS_URL, 'applications', application);
  await register(token, JOBS_URL, 'clusters', cluster);
  await register(token, JOBS_URL, 'commands', command);
  await request(
    token,
    'PUT',
    `${JOBS_URL}/api/v3/commands/${command.id}/applications`,
    [application.id],
    [204],
  );
  // Release 3.2 has no criteria, but links from clusters to commands; later releases take them and do nothing.
  await request(token, 'POST', `${JOBS_URL}/api/v3/clusters/${cluster.id}/commands`, [command.id], [204]);
  say(`${BATCH}: ready to submit`);
}

async function loadStream(name, { STREAMS_URL, ARTIFACTS_URL, PORTOLAN_TOKEN: token }) {
  const definition = exampleFile(name, 'cluster.json', ARTIFACTS_URL);
  await request(token, 'POST', `${STREAMS_URL}/api/v1/jobClusters`, definition, [201, 409]);
  say(`${name}: ready to submit`);
}

const COMMAND = {
  usage: 'node tools/load-examples.mjs',
  about: 'Packs the examples and registers them with the running system, as npm start does.',
};

await main(COMMAND, async () => {
  const urls = { ...systemEnvironment(), ...process.env };
  for (const name of [BATCH, ...STREAMS]) await pack(name, paths.artifacts);
  await loadBatch(urls);
  for (const name of STREAMS) await loadStream(name, urls);
});

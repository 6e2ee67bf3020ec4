import { main } from './lib/command.mjs';
import { Failure, say } from './lib/console.mjs';
import {
  BATCH_EXAMPLE,
  STREAM_EXAMPLES,
  exampleFile,
  provideArtifacts,
  systemEnvironment,
} from './lib/examples.mjs';
import { send } from './lib/http.mjs';

async function request(token, method, url, body, accepted) {
  const { status, text } = await send(method, url, { token, body });
  if (accepted.includes(status)) return;
  const hint = status === 401 ? '; PORTOLAN_TOKEN must be a token of an admin' : '';
  throw new Failure(`${method} ${url} answered ${status}: ${text.slice(0, 300)}${hint}`);
}

async function loadBatch({ JOBS_URL, ARTIFACTS_URL, PORTOLAN_TOKEN: token }) {
  const read = (file) => exampleFile(BATCH_EXAMPLE, file, ARTIFACTS_URL);
  const api = `${JOBS_URL}/api/v3`;
  const kinds = ['application', 'cluster', 'command'];
  for (const kind of kinds) await request(token, 'POST', `${api}/${kind}s`, read(`${kind}.json`), [201, 409]);
  const [application, cluster, command] = kinds.map((kind) => read(`${kind}.json`).id);
  await request(token, 'PUT', `${api}/commands/${command}/applications`, [application], [204]);
  // Release 3.2 has no criteria, but links from clusters to commands; later releases ignore the link.
  await request(token, 'POST', `${api}/clusters/${cluster}/commands`, [command], [204]);
  say(`${BATCH_EXAMPLE}: ready to submit`);
}

/** Gives a cluster of an earlier start, whose artifact store had another port, a version with the present address of its artifact. */
async function moveArtifact(token, url, definition) {
  const { jobDefinition } = definition;
  const location = jobDefinition.jobJarFileLocation;
  const { json: record } = await send('GET', url, { token });
  const known = record?.jars?.at(-1)?.url;
  if (!URL.canParse(known) || known === location) return;
  if (new URL(known).pathname !== new URL(location).pathname) return;
  const version = `${jobDefinition.version}-${Date.now()}`;
  const { sla, parameters, labels, migrationConfig } = record;
  const kept = { parameters, labels, migrationConfig, slaMin: sla.min, slaMax: sla.max };
  const cron = { cronSpec: sla.cronSpec, cronPolicy: sla.cronPolicy };
  const moved = { ...definition, jobDefinition: { ...jobDefinition, ...kept, ...cron, version } };
  await request(token, 'PUT', url, moved, [200]);
}

async function loadStream(name, { STREAMS_URL, ARTIFACTS_URL, PORTOLAN_TOKEN: token }) {
  const definition = exampleFile(name, 'cluster.json', ARTIFACTS_URL);
  const url = `${STREAMS_URL}/api/v1/jobClusters`;
  await request(token, 'POST', url, definition, [201, 409]);
  await moveArtifact(token, `${url}/${name}`, definition);
  say(`${name}: ready to submit`);
}

const COMMAND = {
  usage: 'node tools/load-examples.mjs',
  about: 'Packs the examples and registers them with the running system, as npm start does.',
};

await main(COMMAND, async () => {
  const urls = { ...systemEnvironment(), ...process.env };
  await provideArtifacts();
  await loadBatch(urls);
  for (const name of STREAM_EXAMPLES) await loadStream(name, urls);
});

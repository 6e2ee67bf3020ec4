/** The first part of the demo: batch jobs by intent. */
import { Failure } from '../lib/console.mjs';
import { exampleFile } from '../lib/examples.mjs';
import { waitFor } from '../lib/network.mjs';
import { findByEnvironment } from '../lib/processes.mjs';
import { explainsAFailure } from './why.mjs';
import {
  BASH,
  FINISHED,
  call,
  chapter,
  check,
  portolan,
  send,
  submitJob,
  tell,
  until,
} from './transcript.mjs';

export const DEMO_USER = 'demo';
const common = { user: DEMO_USER, version: '1.0' };

/** Registers the resources of the demo's jobs, and returns a function that builds a job request. */
async function register(api, run) {
  const tag = `demo:${run}`;
  const id = {
    application: `demo-tools-${run}`,
    cluster: `demo-cluster-${run}`,
    command: `demo-bash-${run}`,
  };
  tell('An application (what a command needs), a cluster (where jobs run) and a command (what they run).');
  const application = { ...common, id: id.application, name: 'demo-tools', status: 'ACTIVE', tags: [tag] };
  const created = await call('POST', `${api}/applications`, 201, { body: application });
  const location = created.headers.get('location');
  check('the answer points to the new application', location?.endsWith(id.application), location);
  const tags = [tag, 'sched:adhoc'];
  const cluster = { ...common, id: id.cluster, name: 'demo-cluster', status: 'UP', tags };
  await call('POST', `${api}/clusters`, 201, { body: cluster });
  const command = {
    ...common,
    id: id.command,
    name: 'bash',
    status: 'ACTIVE',
    ...BASH,
    tags: [tag, 'type:bash'],
    clusterCriteria: [{ tags: [tag] }],
  };
  await call('POST', `${api}/commands`, 201, { body: command });
  await call('POST', `${api}/commands/${id.command}/applications`, 204, { body: [id.application] });
  tell('Release 3.2 has no criteria: there the cluster names its commands. Later releases ignore that link.');
  await call('POST', `${api}/clusters/${id.cluster}/commands`, 204, { body: [id.command] });
  const [only, ...others] = (await call('GET', `${api}/applications/${id.application}/commands`, 200)).json;
  check('the command is linked to the application', only.id === id.command && others.length === 0);
  const request = (name, script, more = {}) => ({
    ...common,
    id: `demo-${name}-${run}`,
    name,
    clusterCriterias: [{ tags: ['sched:adhoc', tag] }],
    commandCriteria: ['type:bash', tag],
    commandArgs: `'${script}'`,
    ...more,
  });
  return { id, request };
}

/** @returns the address of the job */
function submit(urls, api, body) {
  const { stdout } = submitJob(urls, body);
  check('it prints the id of the new job', stdout.trim() === body.id, stdout);
  return `${api}/jobs/${body.id}`;
}

async function submitWithCurl(api, body) {
  const location = (await call('POST', `${api}/jobs`, 202, { body })).headers.get('location') ?? '';
  check('202 with the address of the new job', location.endsWith(`/api/v3/jobs/${body.id}`), location);
  return `${api}/jobs/${body.id}`;
}

const hasStatus =
  (...wanted) =>
  ({ json }) =>
    wanted.includes(json?.status);

/** Waits until a job runs. The cause of a failure is shown at once, instead of a later check that fails. */
async function runs(job) {
  const { json } = await until(
    'the job runs or has ended',
    `${job}/status`,
    hasStatus('RUNNING', ...FINISHED),
  );
  if (json.status !== 'FAILED') return;
  throw new Failure(`the job failed: ${(await send('GET', job)).json.statusMsg}`);
}

async function runsAndPrints(urls, api, request) {
  tell('A job: it says what it needs in tags; the service picks cluster and command.');
  const script = 'for i in 1 2 3 4 5 6; do echo line $i; sleep 0.5; done; echo done >&2';
  const greet = request('greet', script);
  const job = submit(urls, api, greet);
  await runs(job);
  tell('Its output can be read while it runs …');
  const live = await until('there is output', `${job}/output/stdout`, ({ text }) => text !== '');
  check('the first line is there', live.text.startsWith('line 1'), live.text);
  const lines = [1, 2, 3, 4, 5, 6].map((i) => `line ${i}\n`).join('');
  const followed = portolan(urls, 'job', 'logs', '-f', greet.id);
  check('followed to its end, it is complete', followed.stdout === lines, followed.stdout);
  await until('the job has ended', `${job}/status`, hasStatus(...FINISHED));
  tell('… and afterwards.');
  portolan(urls, 'job', 'get', greet.id);
  portolan(urls, 'job', 'files', greet.id);
  tell('The same with curl.');
  const { json: ended } = await call('GET', job, 200);
  check('it SUCCEEDED and has a duration', ended.status === 'SUCCEEDED' && /^PT/.test(ended.runtime), ended);
  const { text: stdout } = await call('GET', `${job}/output/stdout`, 200);
  check('stdout is complete', stdout === lines, stdout);
  check('stderr too', (await call('GET', `${job}/output/stderr`, 200)).text === 'done\n');
  const cluster = await call('GET', `${job}/cluster`, 200);
  check('it ran on the cluster that has the tags', cluster.json.name === 'demo-cluster');
}

async function failsWithItsExitCode(urls, api, request) {
  tell('A job that fails keeps its exit code, and the command that waits for it exits with the same.');
  const fails = request('fails', 'echo about to fail; exit 3');
  const { code } = submitJob(urls, fails, '--wait');
  check('the command exits with 3', code === 3, code);
  const job = `${api}/jobs/${fails.id}`;
  const { json } = await call('GET', `${job}/execution`, 200);
  check('exit code 3', json.exitCode === 3, json);
  check('FAILED', (await send('GET', job)).json.status === 'FAILED');
}

async function countsWords(api, artifactsUrl, run) {
  tell('The example job of "npm start", with curl: its script and texts are downloaded before it starts.');
  const request = exampleFile('word-count-batch', 'job-request.json', artifactsUrl);
  const job = await submitWithCurl(api, { ...request, id: `demo-words-${run}` });
  await until('the job has ended', `${job}/status`, hasStatus(...FINISHED));
  const { text } = await call('GET', `${job}/output/stdout`, 200);
  check('it has counted', /\d/.test(text), text);
  const listing = await call('GET', `${job}/output`, 200, { headers: { Accept: 'application/json' } });
  const names = listing.json.files.map((file) => file.name);
  const areThere = ['count-words.sh', 'run', 'stdout'].every((name) => names.includes(name));
  check('its downloaded files are beside it', areThere, names);
}

async function nothingMatches(api, request) {
  tell('Nothing matches: the request is refused, and the job is kept as FAILED.');
  const body = request('impossible', 'true', { clusterCriterias: [{ tags: ['no:such-cluster'] }] });
  await call('POST', `${api}/jobs`, 412, { body });
  const { json } = await call('GET', `${api}/jobs/${body.id}`, 200);
  check('stored as FAILED', json.status === 'FAILED', json);
}

async function isKilled(urls, api, request, name, script, what) {
  tell(what);
  const job = submit(urls, api, request(name, script));
  const id = job.split('/').at(-1);
  await until('its output says "ready"', `${job}/output/stdout`, ({ text }) => text.includes('ready'));
  portolan(urls, 'job', 'kill', id);
  await until('it is over', `${job}/status`, hasStatus(...FINISHED));
  const { json } = await send('GET', job);
  const { status, statusMsg } = json;
  check('KILLED, and says by whom', status === 'KILLED' && statusMsg === 'Job was killed by user.', json);
  const left = findByEnvironment((env) => env.PORTOLAN_JOB_ID === id);
  check('no process of it is left', left.length === 0, left);
}

/** Default maximum memory of a job, MB, and a number of such jobs that exceeds any node. */
const LARGE_MB = 10_240;
const MANY = 100;

/** Submits jobs with much memory until one does not fit; returns that one and the others. */
async function fillTheNode(api, request) {
  const holders = [];
  for (let i = 1; i <= MANY; i++) {
    const body = request(`holder-${i}`, 'sleep 120', { memory: LARGE_MB });
    await send('POST', `${api}/jobs`, { body });
    const job = `${api}/jobs/${body.id}`;
    const isRunning = async () => (await send('GET', `${job}/status`)).json.status === 'RUNNING';
    if (!(await waitFor(isRunning, { timeoutMs: 3000 }))) return { queued: job, holders };
    holders.push(job);
  }
  return { queued: undefined, holders };
}

async function isKilledWhileQueued(urls, api, request) {
  tell(`Jobs of ${LARGE_MB} MB each are submitted until one finds no room: it waits. Then it is killed.`);
  const { queued, holders } = await fillTheNode(api, request);
  check(`${holders.length} run, one waits`, queued !== undefined);
  portolan(urls, 'job', 'queue', queued.split('/').at(-1));
  const { json } = await call('GET', `${queued}/status`, 200);
  // Release 3.2 shows every state before RUNNING as INIT.
  check('accepted, and waiting for a node', ['ACCEPTED', 'INIT'].includes(json.status), json);
  await call('DELETE', queued, 202);
  await until('it is over at once', `${queued}/status`, hasStatus('KILLED'), { limitMs: 5000 });
  for (const job of holders) await send('DELETE', job);
  return holders.length;
}

export async function jobsDemo(urls, run) {
  chapter('Batch jobs by intent (job orchestration, /api/v3)');
  const api = `${urls.jobs}/api/v3`;
  const { id, request } = await register(api, run);
  await runsAndPrints(urls, api, request);
  await failsWithItsExitCode(urls, api, request);
  await countsWords(api, urls.artifacts, run);
  await nothingMatches(api, request);
  const trap = 'trap : TERM; echo ready; while :; do sleep 1; done';
  await isKilled(urls, api, request, 'stubborn', trap, 'A job that ignores TERM is killed all the same.');
  const fork = 'setsid sleep 300 & echo ready; wait';
  await isKilled(urls, api, request, 'forked', fork, 'So is one whose child went into a session of its own.');
  const holders = await isKilledWhileQueued(urls, api, request);
  await explainsAFailure(urls, run, request, id.cluster);
  tell('Finding jobs again: every filter, newest first.');
  portolan(urls, 'job', 'list', '--user', DEMO_USER, '--status', 'KILLED', '--limit', '5');
  const filters = `user=demo&status=KILLED&name=%25&clusterId=${id.cluster}&size=1`;
  // The jobs `stubborn`, `forked` and the queued one, and the jobs that filled the node.
  const killed = 3 + holders;
  const areFound = ({ json }) => json.page.totalElements === killed;
  await until(`the ${killed} killed ones are found`, `${api}/jobs?${filters}`, areFound);
  return id;
}

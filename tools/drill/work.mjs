/** Work that must survive a drill: batch jobs that detect loss and repetition, and a streaming job. */
import { BASH, FINISHED, check, send, collectEvents } from '../demo/transcript.mjs';
import { waitFor } from '../lib/network.mjs';
import { exampleFile } from '../lib/examples.mjs';

const LIMIT_MS = 180_000;
/** Tolerated difference between `finished` and the last time that the job prints, ms. */
const FINISHED_TOLERANCE_MS = 2000;
export const DRILL_USER = 'drill';
const common = { user: DRILL_USER, version: '1' };

const script = ({ lines, exitCode }) =>
  `echo begin; for i in $(seq 1 ${lines}); do echo line $i; sleep 1; done; echo end $(date +%s%3N); exit ${exitCode}`;

async function post(url, body, accepted) {
  const answer = await send('POST', url, { body });
  if (!accepted.includes(answer.status))
    throw new Error(`POST ${url} answered ${answer.status}: ${answer.text}`);
}

async function register(api) {
  const tags = ['drill'];
  const named = { ...common, id: 'drill', name: 'drill' };
  await post(`${api}/clusters`, { ...named, status: 'UP', tags }, [201, 409]);
  const command = { ...named, status: 'ACTIVE', ...BASH, tags, clusterCriteria: [{ tags }] };
  await post(`${api}/commands`, command, [201, 409]);
  // Release 3.2 has no criteria: its clusters link commands. Later releases ignore such a link.
  await post(`${api}/clusters/drill/commands`, ['drill'], [204]);
}

export class DrillJobs {
  #jobs;

  constructor(jobs) {
    this.#jobs = jobs;
  }

  /** @param planOf returns the plan of the i-th job: `{lines, exitCode, memory}` */
  static async submit(url, count, planOf) {
    const api = `${url}/api/v3`;
    await register(api);
    const run = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
    const jobs = Array.from({ length: count }, (_, i) => ({ id: `drill-${run}-${i}`, plan: planOf(i), api }));
    await Promise.all(jobs.map((job) => submitOne(job)));
    return new DrillJobs(jobs);
  }

  static async holdAllMemory(url) {
    const holders = [];
    for (;;) {
      const one = await DrillJobs.submit(url, 1, () => ({ lines: 120, exitCode: 0, memory: 10_240 }));
      holders.push(...one.#jobs);
      const status = await one.#waitFor(one.#jobs[0], ['RUNNING', ...FINISHED], 3000);
      if (status !== 'RUNNING') return new DrillJobs(holders);
    }
  }

  async areAll(...wanted) {
    await Promise.all(this.#jobs.map((job) => this.#waitFor(job, wanted, LIMIT_MS)));
    const states = await Promise.all(this.#jobs.map((job) => statusOf(job)));
    const areWanted = states.every((state) => wanted.includes(state));
    check(`all ${states.length} jobs are ${wanted.join(' or ')}`, areWanted, states);
  }

  async kill() {
    await Promise.all(this.#jobs.map((job) => send('DELETE', urlOf(job))));
  }

  /** Checks that each job ended once, with its exit code, its whole output and its time of end. */
  async endAsTheyShould() {
    await Promise.all(this.#jobs.map((job) => this.#waitFor(job, FINISHED, LIMIT_MS)));
    const results = await Promise.all(this.#jobs.map((job) => resultOf(job)));
    const of = (name) => results.map((result) => result[name]);
    check('all have ended as their exit code says', of('status').every(Boolean), results);
    check('each with its true exit code', of('exitCode').every(Boolean), results);
    check('with complete output, written once', of('output').every(Boolean), results);
    check('and the right time of its end', of('finished').every(Boolean), results);
  }

  /** @returns the status when it is one of `wanted`, else undefined */
  #waitFor(job, wanted, timeoutMs) {
    const probe = async () => {
      const status = await statusOf(job);
      return wanted.includes(status) && status;
    };
    return waitFor(probe, { timeoutMs, everyMs: 250 });
  }
}

const urlOf = ({ api, id }) => `${api}/jobs/${id}`;

/** Undefined while the service is unavailable. */
const statusOf = (job) =>
  send('GET', `${urlOf(job)}/status`).then(
    ({ json }) => json?.status,
    () => undefined,
  );

async function submitOne({ id, api, plan }) {
  const body = {
    ...common,
    id,
    name: 'drill',
    clusterCriterias: [{ tags: ['drill'] }],
    commandCriteria: ['drill'],
    commandArgs: `'${script(plan)}'`,
    memory: plan.memory ?? 64,
  };
  await post(`${api}/jobs`, body, [202]);
}

async function resultOf(job) {
  const { json } = await send('GET', urlOf(job));
  const execution = await send('GET', `${urlOf(job)}/execution`);
  const { text } = await send('GET', `${urlOf(job)}/output/stdout`);
  const lines = Array.from({ length: job.plan.lines }, (_, i) => `line ${i + 1}\n`).join('');
  const end = /^end (\d+)\n$/m.exec(text)?.[1];
  return {
    id: job.id,
    status: json.status === (job.plan.exitCode === 0 ? 'SUCCEEDED' : 'FAILED'),
    exitCode: execution.json.exitCode === job.plan.exitCode,
    output: text === `begin\n${lines}end ${end}\n`,
    finished: Math.abs(Date.parse(json.finished) - Number(end)) <= FINISHED_TOLERANCE_MS,
    seen: `${json.status} ${execution.json.exitCode} ${json.finished}`,
  };
}

const STREAM_LIMIT_MS = 60_000;
const user = DRILL_USER;

const numbersOf = (record) =>
  record.workerMetadataList.map((worker) => worker.workerNumber).sort((a, b) => a - b);

/** Runs `harm` while a job of the streaming example runs. */
export async function streamSurvives(url, artifactsUrl, harm) {
  const api = `${url}/api/v1`;
  const name = `Drill${Date.now().toString(36)}`;
  const example = exampleFile('sine-stream', 'cluster.json', artifactsUrl);
  const definition = { ...example, jobDefinition: { ...example.jobDefinition, name, user } };
  await send('POST', `${api}/jobClusters`, { body: definition });
  const submission = { name, user, jobSla: { durationType: 'Perpetual' } };
  const { json } = await send('POST', `${api}/jobClusters/${name}/jobs`, { body: submission });
  const { jobId } = json.jobMetadata;
  const launched = async () => {
    const { json: record } = await send('GET', `${api}/jobs/${jobId}`);
    const started = record.workerMetadataList.every((worker) => worker.state === 'Started');
    return record.jobMetadata.state === 'Launched' && started && record;
  };
  const isLaunched = async (what) => {
    const found = await waitFor(() => launched().catch(() => false), {
      timeoutMs: STREAM_LIMIT_MS,
      everyMs: 250,
    });
    check(what, Boolean(found));
    return numbersOf(found);
  };
  const before = await isLaunched('the job is Launched');
  await harm();
  const after = await isLaunched('the job is still Launched');
  check('its workers are the same ones', String(after) === String(before), after);
  const events = await collectEvents(`${api}/jobConnectbyid/${jobId}`, (all) => all.length >= 4);
  check('and its output flows', events.length >= 4, events);
  await send('DELETE', `${api}/jobs/${jobId}?user=${user}&reason=drill`);
}

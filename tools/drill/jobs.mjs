/** Batch jobs that can tell whether they were lost, cut short or run twice. */
import { check, send } from '../demo/transcript.mjs';

const FINISHED = ['SUCCEEDED', 'FAILED', 'KILLED', 'INVALID'];
const LIMIT_MS = 180_000;
/** How far `finished` may be from what the job itself wrote last, ms. */
const FINISHED_TOLERANCE_MS = 2000;
const common = { user: 'drill', version: '1' };

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Prints `begin`, a line a second, and the time of its end; ends with `exitCode`. */
const script = ({ lines, exitCode }) =>
  `echo begin; for i in $(seq 1 ${lines}); do echo line $i; sleep 1; done; echo end $(date +%s%3N); exit ${exitCode}`;

async function post(url, body, accepted) {
  const answer = await send('POST', url, { body });
  if (!accepted.includes(answer.status))
    throw new Error(`POST ${url} answered ${answer.status}: ${answer.text}`);
}

/** A cluster and a command for the drill. */
async function register(api) {
  const tags = ['drill'];
  await post(`${api}/clusters`, { ...common, id: 'drill', name: 'drill', status: 'UP', tags }, [201, 409]);
  const command = {
    ...common,
    id: 'drill',
    name: 'drill',
    status: 'ACTIVE',
    executable: 'bash',
    executableAndArguments: ['bash', '-c'],
    tags,
    clusterCriteria: [{ tags }],
  };
  await post(`${api}/commands`, command, [201, 409]);
}

/** A set of submitted jobs. */
export class DrillJobs {
  #jobs;

  constructor(jobs) {
    this.#jobs = jobs;
  }

  /** @param planOf what the i-th job does: `{lines, exitCode, memory}` */
  static async submit(url, count, planOf) {
    const api = `${url}/api/v3`;
    await register(api);
    const run = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
    const jobs = Array.from({ length: count }, (_, i) => ({ id: `drill-${run}-${i}`, plan: planOf(i), api }));
    await Promise.all(jobs.map((job) => submitOne(job)));
    return new DrillJobs(jobs);
  }

  /** Jobs that take the node's memory, until one finds no room. */
  static async holdAllMemory(url) {
    const holders = [];
    for (;;) {
      const one = await DrillJobs.submit(url, 1, () => ({ lines: 120, exitCode: 0, memory: 10_240 }));
      holders.push(...one.#jobs);
      const status = await one.#waitFor(one.#jobs[0], ['RUNNING', ...FINISHED], 3000);
      if (status !== 'RUNNING') return new DrillJobs(holders);
    }
  }

  async all(status) {
    await Promise.all(this.#jobs.map((job) => this.#waitFor(job, [status], LIMIT_MS)));
    const states = await Promise.all(this.#jobs.map((job) => statusOf(job)));
    check(
      `all ${states.length} jobs are ${status}`,
      states.every((state) => state === status),
      states,
    );
  }

  async kill() {
    await Promise.all(this.#jobs.map((job) => send('DELETE', urlOf(job))));
  }

  /** Each ended once, with its own exit code, its whole output and the right time of its end. */
  async endAsTheyShould() {
    await Promise.all(this.#jobs.map((job) => this.#waitFor(job, FINISHED, LIMIT_MS)));
    const results = await Promise.all(this.#jobs.map((job) => resultOf(job)));
    const of = (name) => results.map((result) => result[name]);
    check('all have ended as their exit code says', of('status').every(Boolean), results);
    check('each with its true exit code', of('exitCode').every(Boolean), results);
    check('with complete output, written once', of('output').every(Boolean), results);
    check('and the right time of its end', of('finished').every(Boolean), results);
  }

  async #waitFor(job, wanted, limitMs) {
    const deadline = Date.now() + limitMs;
    let status;
    do {
      status = await statusOf(job);
      if (wanted.includes(status)) return status;
      await sleep(250);
    } while (Date.now() < deadline);
    return status;
  }
}

const urlOf = ({ api, id }) => `${api}/jobs/${id}`;

/** Undefined while the service is away. */
async function statusOf(job) {
  try {
    return (await send('GET', `${urlOf(job)}/status`)).json?.status;
  } catch {
    return undefined;
  }
}

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

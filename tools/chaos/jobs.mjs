/** The batch jobs of a run: submitted, followed, and compared at the end with the processes that ran. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { follow } from '../lib/http.mjs';
import { waitFor } from '../lib/network.mjs';
import { RetryingClient } from './clients.mjs';

export const FINAL = ['SUCCEEDED', 'FAILED', 'KILLED', 'INVALID'];
export const COMMON = { user: 'chaos', version: '1', tags: ['chaos'] };
const SILENT_MS = 12_000;

const PROBE = { lines: 1, stepMs: 100, exitCode: 0 };

/** A job that records its start and end in its own journal, to be compared with the platform's records. */
function script(plan, id, journal) {
  const attachment = plan.attachment ? 'cat attached.txt; ' : '';
  return (
    `echo "begin ${id} $$ $PORTOLAN_LAUNCH_ID" >> ${journal}; for i in $(seq 1 ${plan.lines}); do echo line $i; ` +
    `sleep ${(plan.stepMs / 1000).toFixed(3)}; done; ${attachment}echo "end ${id} $$" >> ${journal}; exit ${plan.exitCode}`
  );
}

const attached = (id) => `attached to ${id}\n`;

export const outputOf = ({ id, plan }) =>
  Array.from({ length: plan.lines }, (_, i) => `line ${i + 1}\n`).join('') +
  (plan.attachment ? attached(id) : '');

export class Jobs {
  accepted = [];
  refused = [];
  /** Jobs of unanswered probes, which may or may not exist. */
  unsure = new Set();
  /** Received webhook calls by job: `[{attempt, status, message}]`. */
  calls = new Map();
  reconnects = 0;
  followed = [];
  #work = [];
  #stopped = new AbortController();
  #submitted = false;
  #probed = 0;

  constructor(world, urls, { host, plans, random }) {
    this.client = new RetryingClient(urls);
    this.journal = join(world.folder, 'journal');
    Object.assign(this, { world, host, plans, random });
  }

  async prepare() {
    writeFileSync(this.journal, '');
    const api = '/api/v3';
    const cluster = { ...COMMON, id: 'chaos', name: 'chaos', status: 'UP' };
    await this.client.until('POST', `${api}/clusters`, { body: cluster });
    const program = { executable: 'bash', executableAndArguments: ['bash', '-c'] };
    const command = { ...cluster, status: 'ACTIVE', ...program, clusterCriteria: [{ tags: COMMON.tags }] };
    await this.client.until('POST', `${api}/commands`, { body: command });
    const receiver = createServer((request, response) => this.#called(request, response));
    this.webhook = await this.world.listen(receiver, this.host);
  }

  async submitAll() {
    const began = performance.now();
    const submitting = [];
    for (const plan of this.plans) {
      await sleep(Math.max(0, began + plan.atMs - performance.now()));
      submitting.push(this.#submit(plan));
    }
    await Promise.all(submitting);
    this.#submitted = true;
  }

  /**
   * Returns a submission for a probe. Every fourth is a new job, until the run has made its last submission; all others repeat a
   * known job.
   */
  probe() {
    const request = { method: 'POST', path: '/api/v3/jobs' };
    const [known] = this.accepted;
    this.#probed += 1;
    if (known && (this.#submitted || this.#probed % 4 !== 1))
      return { ...request, body: this.#request(known.plan, known.id), expected: [409] };
    const id = `${this.#prefix}-probe-${this.#probed}`;
    this.unsure.add(id);
    const heard = ({ status }) => {
      if (status !== undefined) this.unsure.delete(id);
      if (status === 202) this.accepted.push({ id, plan: PROBE, tries: 1 });
    };
    return { ...request, body: this.#request(PROBE, id), expected: [202], heard };
  }

  /** Waits until every accepted job has ended and its notices have arrived. @returns the other jobs */
  async settled(limitMs) {
    let open = [...this.accepted];
    const isSettled = async () => {
      const still = [];
      for (const job of open) if (!(await this.#isSettled(job))) still.push(job);
      open = still;
      return open.length === 0;
    };
    await waitFor(isSettled, { timeoutMs: limitMs, everyMs: 500 });
    this.#stopped.abort();
    await Promise.all(this.#work);
    return open;
  }

  ran() {
    const steps = new Map();
    for (const line of readFileSync(this.journal, 'utf8').split('\n').filter(Boolean)) {
      const [what, id] = line.split(' ');
      steps.set(id, [...(steps.get(id) ?? []), what]);
    }
    return steps;
  }

  async #isSettled(job) {
    job.last = await this.client.get(`/api/v3/jobs/${job.id}`);
    if (!FINAL.includes(job.last.status)) return false;
    job.execution = await this.client.get(`/api/v3/jobs/${job.id}/execution`);
    const isNotified = !job.plan.webhook || this.calls.get(job.id)?.some(({ heard }) => heard);
    return isNotified && job.execution.archiveStatus !== 'PENDING';
  }

  get #prefix() {
    return this.world.id.replace('_', '-');
  }

  #request(plan, id) {
    return {
      ...COMMON,
      id,
      name: 'chaos',
      clusterCriterias: [{ tags: COMMON.tags }],
      commandCriteria: COMMON.tags,
      commandArgs: `'${script(plan, id, this.journal)}'`,
      memory: 32,
      ...(plan.webhook && { webhook: { url: this.webhook, secret: 'kept between us' } }),
    };
  }

  async #submit(plan) {
    const id = `${this.#prefix}-${plan.number}`;
    const request = this.#request(plan, id);
    const body = plan.attachment ? withAttachment(request, attached(id)) : request;
    const answer = await this.client.until('POST', '/api/v3/jobs', { body });
    // An earlier attempt whose response was lost may have been accepted.
    const taken = answer.status === 202 || (answer.status === 409 && answer.unsure);
    const job = { id, plan, tries: answer.tries };
    if (!taken) return void this.refused.push({ ...job, status: answer.status, text: answer.text });
    this.accepted.push(job);
    if (plan.followed) this.#work.push(this.#follow(job));
    if (!plan.killed) return;
    const killed = sleep(this.random.between(100, 3000));
    this.#work.push(killed.then(() => this.client.until('DELETE', `/api/v3/jobs/${id}`)));
  }

  /** Follows the status stream of a job to its end, resuming after each disconnect. */
  async #follow(job) {
    const changes = [];
    this.followed.push({ job, changes });
    let last;
    while (!this.#stopped.signal.aborted) {
      const { status, how } = await follow(`${this.client.url}/api/v3/jobs/${job.id}/status`, {
        headers: last === undefined ? {} : { 'last-event-id': last },
        silentMs: SILENT_MS,
        signal: this.#stopped.signal,
        onEvent: ({ id, data }) => {
          last = id;
          changes.push({ id: Number(id), status: JSON.parse(data).status });
        },
      });
      if (status === 204 || (how === 'end' && FINAL.includes(changes.at(-1)?.status))) return;
      this.reconnects += 1;
      await sleep(300);
    }
  }

  async #called(request, response) {
    const { details } = JSON.parse(await text(request));
    const id = decodeURIComponent(request.headers['x-portolan-delivery'] ?? '');
    const calls = this.calls.get(id) ?? [];
    this.calls.set(id, calls);
    // Fails one in five first deliveries.
    const heard = calls.length > 0 || this.random.chance(0.8);
    calls.push({ heard, attempt: Number(request.headers['x-portolan-attempt']), status: details.status });
    response.writeHead(heard ? 204 : 500).end();
  }
}

function withAttachment(request, file) {
  const form = new FormData();
  form.append('request', new Blob([JSON.stringify(request)], { type: 'application/json' }), '');
  form.append('attachment', new Blob([file], { type: 'text/plain' }), 'attached.txt');
  return form;
}

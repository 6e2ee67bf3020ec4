/** The batch jobs of a run: submitted, followed, and compared at the end with what really ran. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client, follow } from './client.mjs';
import { sleep } from './world.mjs';

export const FINAL = ['SUCCEEDED', 'FAILED', 'KILLED', 'INVALID'];
const COMMON = { user: 'chaos', version: '1', tags: ['chaos'] };
const SILENT_MS = 12_000;
const BOUNDARY = 'portolan-chaos-boundary';

/** What a job of the probes does: next to nothing. */
const PROBE = { lines: 1, stepMs: 100, exitCode: 0 };

/** Writes a line where nothing of the platform is when it begins and when it ends: what really ran. */
function script(plan, id, journal) {
  const attachment = plan.attachment ? 'cat attached.txt; ' : '';
  return (
    `echo "begin ${id} $$ $PORTOLAN_LAUNCH_ID" >> ${journal}; for i in $(seq 1 ${plan.lines}); do echo line $i; ` +
    `sleep ${(plan.stepMs / 1000).toFixed(3)}; done; ${attachment}echo "end ${id} $$" >> ${journal}; exit ${plan.exitCode}`
  );
}

const attached = (id) => `attached to ${id}\n`;

/** What the job prints when it runs to its end. */
export const outputOf = ({ id, plan }) =>
  Array.from({ length: plan.lines }, (_, i) => `line ${i + 1}\n`).join('') +
  (plan.attachment ? attached(id) : '');

/** All batch jobs of a run. */
export class Jobs {
  accepted = [];
  refused = [];
  /** Jobs of probes whose answer did not come: they may be there or not, and are not sent again. */
  unsure = new Set();
  /** Calls of webhooks by job: `[{attempt, status, message}]`. */
  calls = new Map();
  reconnects = 0;
  followed = [];
  #work = [];
  #stopped = new AbortController();
  #submitted = false;
  #probed = 0;

  constructor(world, urls, { host, plans, random }) {
    this.client = new Client(urls);
    this.journal = join(world.folder, 'journal');
    Object.assign(this, { world, host, plans, random });
  }

  /** A cluster and a command, and the receiver of webhooks. */
  async prepare() {
    writeFileSync(this.journal, '');
    const api = '/api/v3';
    await this.client.until('POST', `${api}/clusters`, {
      body: { ...COMMON, id: 'chaos', name: 'chaos', status: 'UP' },
    });
    await this.client.until('POST', `${api}/commands`, {
      body: {
        ...COMMON,
        id: 'chaos',
        name: 'chaos',
        status: 'ACTIVE',
        executable: 'bash',
        executableAndArguments: ['bash', '-c'],
        clusterCriteria: [{ tags: COMMON.tags }],
      },
    });
    const receiver = createServer((request, response) => this.#called(request, response)).listen(
      0,
      this.host,
    );
    await once(receiver, 'listening');
    this.world.atEnd(() => receiver.close());
    this.webhook = `http://${this.host}:${receiver.address().port}/`;
  }

  /** Submits every job at its time. */
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
   * A submission for the probes: each fourth is of a job of its own, which is judged like all others, the rest of one that is
   * there. After the last submission of the run there are no new ones.
   */
  probe() {
    const request = { method: 'POST', path: '/api/v3/jobs' };
    const [known] = this.accepted;
    this.#probed += 1;
    if (known && (this.#submitted || this.#probed % 4 !== 1))
      return { ...request, body: this.#request(known.plan, known.id), expected: [409] };
    const id = `${this.#prefix}-probe-${this.#probed}`;
    this.unsure.add(id);
    return {
      ...request,
      body: this.#request(PROBE, id),
      expected: [202],
      heard: ({ status }) => {
        if (status !== undefined) this.unsure.delete(id);
        if (status === 202) this.accepted.push({ id, plan: PROBE, tries: 1, acceptedAt: Date.now() });
      },
    };
  }

  /** Waits until every accepted job is over and what comes afterwards has come. @returns those that are not */
  async settled(limitMs) {
    const deadline = performance.now() + limitMs;
    let open = [...this.accepted];
    while (open.length > 0 && performance.now() < deadline) {
      const still = [];
      for (const job of open) if (!(await this.#isSettled(job))) still.push(job);
      open = still;
      if (open.length > 0) await sleep(500);
    }
    this.#stopped.abort();
    await Promise.all(this.#work);
    return open;
  }

  /** What the journal says: by job, its lines. */
  ran() {
    const lines = new Map();
    for (const line of readFileSync(this.journal, 'utf8').split('\n').filter(Boolean)) {
      const [what, id, pid, launch] = line.split(' ');
      lines.set(id, [...(lines.get(id) ?? []), { what, pid, launch }]);
    }
    return lines;
  }

  async #isSettled(job) {
    const seen = await this.client.get(`/api/v3/jobs/${job.id}`);
    job.last = seen;
    if (!FINAL.includes(seen.status)) return false;
    const execution = await this.client.get(`/api/v3/jobs/${job.id}/execution`);
    job.execution = execution;
    const told = !job.plan.webhook || (this.calls.get(job.id) ?? []).some(({ heard }) => heard);
    return told && execution.archiveStatus !== 'PENDING';
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
    const sent = plan.attachment ? multipart(request, attached(id)) : { body: request };
    const answer = await this.client.until('POST', '/api/v3/jobs', sent);
    // An earlier try whose answer was lost may have been taken.
    const taken = answer.status === 202 || (answer.status === 409 && answer.unsure);
    const job = { id, plan, tries: answer.tries, acceptedAt: Date.now() };
    if (!taken) return void this.refused.push({ ...job, status: answer.status, text: answer.text });
    this.accepted.push(job);
    if (plan.followed) this.#work.push(this.#follow(job));
    if (plan.killed) this.#work.push(this.#kill(job));
  }

  async #kill(job) {
    await sleep(this.random.between(100, 3000));
    const answer = await this.client.until('DELETE', `/api/v3/jobs/${job.id}`);
    job.killAnswer = answer.status;
  }

  /** The status stream of a job, from wherever it broke off, until it ends by itself. */
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
          if (data === undefined) return;
          last = id;
          changes.push({ id: Number(id), status: JSON.parse(data).status });
        },
      });
      if (status === 204 || (how === 'end' && FINAL.includes(changes.at(-1)?.status))) return;
      this.reconnects += 1;
      await sleep(300);
    }
  }

  #called(request, response) {
    let text = '';
    request.setEncoding('utf8').on('data', (part) => (text += part));
    request.once('end', () => {
      const id = decodeURIComponent(request.headers['x-portolan-delivery'] ?? '');
      const calls = this.calls.get(id) ?? [];
      this.calls.set(id, calls);
      // A receiver that is in trouble itself now and then.
      const heard = calls.length > 0 || this.random.chance(0.8);
      const { details } = JSON.parse(text);
      calls.push({ heard, attempt: Number(request.headers['x-portolan-attempt']), status: details.status });
      response.writeHead(heard ? 204 : 500).end();
    });
  }
}

function multipart(request, file) {
  const part = (head, body) => `--${BOUNDARY}\r\n${head}\r\n\r\n${body}\r\n`;
  const body = Buffer.from(
    part(
      'content-disposition: form-data; name="request"; filename=""\r\ncontent-type: application/json',
      JSON.stringify(request),
    ) +
      part(
        'content-disposition: form-data; name="attachment"; filename="attached.txt"\r\ncontent-type: text/plain',
        file,
      ) +
      `--${BOUNDARY}--\r\n`,
  );
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } };
}

/** Jobs that wait for others, arrays, attempts and schedules of a run; graph-checks.mjs compares them with what really ran. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '../lib/network.mjs';
import { RetryingClient } from './clients.mjs';
import { diamondPlans } from './plan.mjs';

const API = '/api/v3';
const ACTIVE = 'status=ACCEPTED&status=CLAIMED&status=INIT&status=RUNNING';
/** Schedules begin and end with a whole second, both included. */
const SECOND = 1000;
const secondAfter = (ms) => Math.ceil(ms / SECOND) * SECOND;
export const PLANNED_EXIT = 7;
/** A fault may end any attempt: only a planned failure is certain to be followed by another one. */
const RETRY = { limit: 20, on: ['lost', 'memory', 'setup', 'exit'], delaySeconds: 1, factor: 1 };
const OVERLAPS = ['skip', 'allow', 'buffer', 'replace', 'skip'];

export class Graph {
  users = { waiting: 'chaos-waiting', ticking: 'chaos-ticking' };
  /** `{id, dependsOn, failures}` of each job that waits for others, or that others wait for. */
  diamond = [];
  /** `{id, size, failures}`: every tenth element fails so often before it succeeds. */
  array = undefined;
  /** `{id, overlap, from, to}` of each schedule; it fires in every second. */
  schedules = [];

  constructor(world, urls, { form, tags }) {
    this.client = new RetryingClient(urls);
    this.journal = join(world.folder, 'journal-of-graph');
    this.prefix = world.id.replace('_', '-');
    Object.assign(this, { form, tags });
  }

  async begin() {
    writeFileSync(this.journal, '');
    for (let number = 0; number < this.form.schedules; number++) await this.#schedule(number);
    await this.#submitArray();
    for (const plan of diamondPlans(this.form.diamond)) await this.#submitOf(plan);
  }

  /** Ends the schedules: none fires later than 2 s from now. */
  async end() {
    for (const schedule of this.schedules) {
      schedule.to = secondAfter(Date.now() + 2 * SECOND);
      const body = [{ op: 'replace', path: '/end', value: schedule.to }];
      await this.#expect(204, 'PATCH', `/schedules/${schedule.id}`, body);
    }
  }

  /** Waits until all jobs have ended and all fires are decided. @returns what is still open */
  async settled(limitMs) {
    let open = [];
    const isSettled = async () => {
      open = [];
      for (const { id, to } of this.schedules) {
        const { lastFire } = await this.client.get(`${API}/schedules/${id}`);
        const isDecided = Date.parse(lastFire?.time) === to && lastFire.outcome !== 'buffered';
        if (!isDecided) open.push(`${id}: ${JSON.stringify(lastFire)}`);
      }
      for (const user of Object.values(this.users)) {
        const { page } = await this.client.get(`${API}/jobs?user=${user}&size=1&${ACTIVE}`);
        if (page.totalElements > 0) open.push(`${user}: ${page.totalElements} jobs`);
      }
      return open.length === 0;
    };
    await waitFor(isSettled, { timeoutMs: limitMs, everyMs: 1000 });
    return open;
  }

  /** The attempts that ran, by job and attempt: `{begins, begunAt, endedAt}`, times in ms since the epoch. */
  ran() {
    const attempts = new Map();
    for (const line of readFileSync(this.journal, 'utf8').split('\n').filter(Boolean)) {
      const [what, id, attempt, at] = line.split(' ');
      const key = `${id} ${attempt}`;
      const seen = attempts.get(key) ?? { begins: 0 };
      attempts.set(key, seen);
      if (what === 'end') seen.endedAt = Number(at);
      else Object.assign(seen, { begins: seen.begins + 1, begunAt: Number(at) });
    }
    return attempts;
  }

  /** Notes begin and end of each attempt; the first `failures` attempts fail. */
  #request(user, { seconds, failures = '0' }) {
    const note = (what) =>
      `echo "${what} $PORTOLAN_JOB_ID $PORTOLAN_ATTEMPT $(date +%s%3N)" >> ${this.journal}`;
    const script = `${note('begin')}; sleep ${seconds}; ${note('end')}; [ $PORTOLAN_ATTEMPT -gt $(( ${failures} )) ] || exit ${PLANNED_EXIT}`;
    return {
      name: user,
      user,
      version: '1',
      clusterCriterias: [{ tags: this.tags }],
      commandCriteria: this.tags,
      commandArgs: `'${script}'`,
      disableLogArchival: true,
      memory: 16,
    };
  }

  async #submitOf({ name, dependsOn, seconds, failures }) {
    const id = `${this.prefix}-${name}`;
    const ids = dependsOn.map((one) => `${this.prefix}-${one}`);
    const request = this.#request(this.users.waiting, { seconds, failures: String(failures) });
    // A loss that no attempt repairs must not hide what the rest of the graph does.
    const conditions = ids.map((one) => ({ id: one, condition: 'finished' }));
    await this.#expect(202, 'POST', '/jobs', { ...request, id, dependsOn: conditions, retry: RETRY });
    this.diamond.push({ id, dependsOn: ids, failures });
  }

  async #submitArray() {
    const { size, maxRunning, seconds } = this.form.array;
    const [id, failures] = [`${this.prefix}-array`, 2];
    const planned = `${failures} * (PORTOLAN_ARRAY_INDEX % 10 == 3)`;
    const request = this.#request(this.users.waiting, { seconds, failures: planned });
    await this.#expect(202, 'POST', '/jobs', { ...request, id, array: { size, maxRunning }, retry: RETRY });
    this.array = { id, size, failures };
  }

  async #schedule(number) {
    const [id, from] = [`${this.prefix}-schedule-${number}`, secondAfter(Date.now() + SECOND)];
    const overlap = OVERLAPS[number % OVERLAPS.length];
    const { user: _user, ...request } = this.#request(this.users.ticking, {
      seconds: overlap === 'allow' ? 0.1 : 2,
    });
    const schedule = {
      id,
      name: id,
      user: this.users.ticking,
      version: '1',
      cron: '* * * * * ?',
      overlap,
      start: from,
    };
    await this.#expect(201, 'POST', '/schedules', { ...schedule, request });
    this.schedules.push({ id, overlap, from, to: undefined });
  }

  /** Sends until an answer comes; an earlier try whose answer was lost may have been carried out. */
  async #expect(status, method, path, body) {
    const answer = await this.client.until(method, `${API}${path}`, { body });
    if (answer.status === status || (answer.status === 409 && answer.unsure)) return;
    throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  }
}

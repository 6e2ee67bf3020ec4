/** Requests that go on all the time, at every replica, whatever is away: each has to be answered soon. */
import { spawn } from 'node:child_process';
import process from 'node:process';
import { maySayUnavailable } from './allowances.mjs';
import { ask } from './client.mjs';
import { dependencyOf } from './faults.mjs';
import { sleep } from './world.mjs';

/** How long an answer may take, ms (design, error table). */
export const LIMIT_MS = 2000;
const EVERY_MS = 400;
/** What is waited for at the most, to know how late it came. */
const PATIENCE_MS = 20_000;

const BARE = `require('node:http').createServer((q, r) => r.end('ok')).listen(Number(process.argv[1]), process.argv[2])`;

/** Asks replicas again and again and keeps what they answered. */
export class Probes {
  /** Answers that came late, were no 503 with Retry-After, or should not be there. */
  wrong = [];
  counts = { requests: 0, ok: 0, unavailable: 0, late: 0, unanswered: 0, excused: 0 };
  slowest = { ms: 0 };
  #stopped = false;
  #running = [];
  /** How long a server that does nothing took of late: what a machine that is busy adds by itself. */
  #bare = [];

  constructor(system, faults, { host, paths, writes }) {
    Object.assign(this, { system, faults, host, paths, writes });
  }

  begin(port) {
    this.bareServer = spawn(process.execPath, ['-e', BARE, String(port), this.host], {
      env: this.system.world.environment,
      stdio: 'ignore',
    });
    this.#running = [this.#askBare(port)];
    for (const [key, replicas] of Object.entries(this.system.services))
      for (const replica of replicas) this.#running.push(this.#probe(key, replica));
  }

  async end() {
    this.#stopped = true;
    await Promise.all(this.#running);
    this.bareServer.kill('SIGKILL');
  }

  /** Resolves when every replica and node answers well again. */
  async recovered(limitMs) {
    const deadline = performance.now() + limitMs;
    const parts = [...Object.values(this.system.services).flat(), ...this.system.nodes];
    const isWell = async ({ health }) =>
      (await ask('GET', health, { limitMs: 3000 }).catch(() => ({}))).status === 200;
    for (;;) {
      if ((await Promise.all(parts.map(isWell))).every(Boolean)) return true;
      if (performance.now() > deadline) return false;
      await sleep(100);
    }
  }

  async #askBare(port) {
    while (!this.#stopped) {
      const began = performance.now();
      await ask('GET', `http://${this.host}:${port}/`, { limitMs: PATIENCE_MS }).catch(() => undefined);
      this.#bare.push({ began, ms: performance.now() - began });
      if (this.#bare.length > 200) this.#bare.shift();
      await sleep(100);
    }
  }

  /** The longest that the bare server took since then: the same machine, nothing to do. */
  #lag(since) {
    return Math.max(0, ...this.#bare.filter(({ began, ms }) => began + ms >= since).map(({ ms }) => ms));
  }

  async #probe(key, replica) {
    const requests = [...this.paths[key], ...(this.writes[key] ?? [])];
    const waiting = new Set();
    for (let turn = 0; !this.#stopped; turn += 1) {
      const one = this.#once(replica, requests[turn % requests.length]).finally(() => waiting.delete(one));
      waiting.add(one);
      await sleep(EVERY_MS);
    }
    await Promise.all(waiting);
  }

  async #once({ process: part, url }, request) {
    const {
      method = 'GET',
      path,
      body,
      expected,
      heard,
    } = typeof request === 'function' ? request() : request;
    const began = performance.now();
    if (!part.wasLeftAlone(began)) return;
    const queued = part.waitedForProcessor();
    const target = typeof path === 'function' ? path() : path;
    const sent = { body: typeof body === 'function' ? body() : body, limitMs: PATIENCE_MS, own: false };
    const answer = await ask(method, `${url}${target}`, sent).catch((error) => ({ error }));
    heard?.(answer);
    const ms = performance.now() - began;
    // Killed or paused meanwhile: nobody can answer for it.
    if (!part.wasLeftAlone(began)) return void (this.counts.excused += 1);
    this.counts.requests += 1;
    const what = `${part.name} ${method} ${target}`;
    const fault = this.faults.during(began);
    const dependency = fault && dependencyOf(fault.kind);
    const during = fault?.kind ?? 'no fault';
    const note = (problem) => this.wrong.push(`${what}: ${problem} (${during})`);
    if (answer.error) {
      this.counts.unanswered += 1;
      return note(answer.error.message);
    }
    if (ms > this.slowest.ms) this.slowest = { ms, what, during };
    const waited = part.waitedForProcessor() - queued;
    if (ms > LIMIT_MS + Math.max(waited, this.#lag(began))) {
      this.counts.late += 1;
      if (dependency) note(`${answer.status} after ${(ms / 1000).toFixed(1)} s`);
    }
    if (answer.status === 503) {
      this.counts.unavailable += 1;
      if (!answer.headers['retry-after']) note('503 without Retry-After');
      if (!maySayUnavailable(this.faults.done, began)) note('503 although nothing is away');
    } else if (expected.includes(answer.status)) this.counts.ok += 1;
    else note(`${answer.status} ${answer.text.slice(0, 160)}`);
  }
}

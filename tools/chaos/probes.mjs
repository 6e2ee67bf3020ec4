/** Requests to every replica during the whole run: each must be answered in time, also during faults. */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { maySayUnavailable } from './plan.mjs';
import { send } from '../lib/http.mjs';
import { statusOf, waitFor } from '../lib/network.mjs';
import { dependencyOf } from './faults.mjs';

/** Time limit of an answer, ms. */
export const LIMIT_MS = 2000;
const EVERY_MS = 400;
/** Time limit of a probe, ms: late answers are awaited to measure their delay. */
const PATIENCE_MS = 20_000;

const BARE = `require('node:http').createServer((q, r) => r.end('ok')).listen(Number(process.argv[1]), process.argv[2])`;

export class Probes {
  /** Answers that were late, a 503 without Retry-After, or of an unexpected status. */
  wrong = [];
  counts = { requests: 0, ok: 0, unavailable: 0, late: 0, unanswered: 0, excused: 0 };
  slowest = { ms: 0 };
  #stopped = false;
  #running = [];
  /** Recent response times of an idle server: the delay caused by the load of the machine. */
  #bare = [];

  constructor(system, faults, { host, requests }) {
    Object.assign(this, { system, faults, host, requests });
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

  async recovered(limitMs) {
    const parts = [...Object.values(this.system.services).flat(), ...this.system.nodes];
    const areWell = async () => {
      const statuses = await Promise.all(parts.map(({ health }) => statusOf(health, 3000)));
      return statuses.every((status) => status === 200);
    };
    return Boolean(await waitFor(areWell, { timeoutMs: limitMs, everyMs: 100 }));
  }

  async #askBare(port) {
    while (!this.#stopped) {
      const began = performance.now();
      await statusOf(`http://${this.host}:${port}/`, PATIENCE_MS);
      this.#bare.push({ began, ms: performance.now() - began });
      if (this.#bare.length > 200) this.#bare.shift();
      await sleep(100);
    }
  }

  async #probe(key, replica) {
    const requests = this.requests[key];
    const waiting = new Set();
    for (let turn = 0; !this.#stopped; turn += 1) {
      const one = this.#once(replica, requests[turn % requests.length]).finally(() => waiting.delete(one));
      waiting.add(one);
      await sleep(EVERY_MS);
    }
    await Promise.all(waiting);
  }

  async #once({ process: part, url }, request) {
    const { method = 'GET', path, body, expected, heard } = request();
    const began = performance.now();
    if (!part.wasLeftAlone(began)) return;
    const queued = part.waitedForProcessor();
    // Each probe has its own connection, so that none waits for another.
    const options = { body, limitMs: PATIENCE_MS, headers: { connection: 'close' } };
    const answer = await send(method, `${url}${path}`, options).catch((error) => ({ error }));
    heard?.(answer);
    const ms = performance.now() - began;
    // The replica was killed or paused during the request.
    if (!part.wasLeftAlone(began)) return void (this.counts.excused += 1);
    this.counts.requests += 1;
    const what = `${part.name} ${method} ${path}`;
    const fault = this.faults.during(began);
    const dependency = fault && dependencyOf(fault.kind);
    const during = fault?.kind ?? 'no fault';
    const note = (problem) => this.wrong.push(`${what}: ${problem} (${during})`);
    if (answer.error) {
      this.counts.unanswered += 1;
      return note(answer.error.message);
    }
    if (ms > this.slowest.ms) this.slowest = { ms, what, during };
    const lags = this.#bare.filter((one) => one.began + one.ms >= began).map((one) => one.ms);
    if (ms > LIMIT_MS + Math.max(part.waitedForProcessor() - queued, 0, ...lags)) {
      this.counts.late += 1;
      if (dependency) note(`${answer.status} after ${(ms / 1000).toFixed(1)} s`);
    }
    if (answer.status === 503) {
      this.counts.unavailable += 1;
      if (!answer.headers.has('retry-after')) note('503 without Retry-After');
      if (!maySayUnavailable(this.faults.done, began)) note('503 although everything is up');
    } else if (expected.includes(answer.status)) this.counts.ok += 1;
    else note(`${answer.status} ${answer.text.slice(0, 160)}`);
  }
}

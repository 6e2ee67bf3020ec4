/** The observations of a fuzz run: responses of a service by operation and status, faults, and its responsiveness. */
import { availableParallelism, loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';

/** Statuses of responses that may be sent before a handler runs. */
const REFUSALS = new Set([400, 401, 403, 405, 408, 413, 415, 429, 431]);

export class Coverage {
  #counts = new Map();
  #faults = new Map();
  sent = 0;
  reached = 0;
  succeeded = 0;

  constructor(operations) {
    for (const { id } of operations) this.#counts.set(id, new Map());
  }

  /** @param isElse whether address or verb belongs to another operation @param aimed address, verb and form of the body were valid */
  count(operation, status, { isElse, aimed }) {
    this.sent += 1;
    if (aimed && !REFUSALS.has(status)) this.reached += 1;
    if (status === 101 || (status >= 200 && status < 300)) this.succeeded += 1;
    if (!isElse) this.note(operation, status);
  }

  note({ id }, status) {
    const counts = this.#counts.get(id);
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }

  has({ id }, status) {
    return this.#counts.get(id).has(Number(status));
  }

  fault(operation, what, example) {
    const key = `${operation.id}: ${what.replace(/\d{4,}/g, 'N')}`;
    const known = this.#faults.get(key);
    if (known) known.count += 1;
    else this.#faults.set(key, { operation: operation.id, what, example, count: 1 });
  }

  get faults() {
    return [...this.#faults.values()];
  }

  missing({ id, responses }) {
    return Object.keys(responses).filter(
      (status) => /^\d+$/.test(status) && !this.#counts.get(id).has(Number(status)),
    );
  }

  table(operations) {
    const width = Math.max(...operations.map(({ id }) => id.length));
    return operations.map((operation) => {
      const counts = [...this.#counts.get(operation.id)].sort(([one], [other]) => one - other);
      const missing = this.missing(operation);
      const seen = counts.map(([status, count]) => `${status}:${count}`).join(' ');
      return `  ${operation.id.padEnd(width)}  ${seen}${missing.length > 0 ? `  never: ${missing.join(' ')}` : ''}`;
    });
  }
}

/** Time limit of a response while `/health/live` responds, and of `/health/live` itself at any time, ms. */
const ANSWER_GOAL_MS = 1000;
const PROBE_EVERY_MS = 250;
/** Delay of a probe in this process above which the probe is not counted, ms. */
const OWN_LAG_MS = 200;

/** On an overloaded machine every response may be late. */
const isBusy = () => loadavg()[0] > availableParallelism();

export class Liveness {
  #url;
  #timer;
  #lastQuick = 0;
  longest = 0;

  constructor(url) {
    this.#url = url;
  }

  start() {
    const due = performance.now() + PROBE_EVERY_MS;
    this.#timer = setTimeout(() => void this.#probe(due), PROBE_EVERY_MS);
    return this;
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #probe(due) {
    const begun = performance.now();
    await fetch(`${this.#url}/health/live`)
      .then((answer) => answer.text())
      .catch(() => undefined);
    const took = performance.now() - begun;
    if (begun - due < OWN_LAG_MS && !isBusy()) this.longest = Math.max(this.longest, took);
    if (took < PROBE_EVERY_MS) this.#lastQuick = performance.now();
    if (this.#timer) this.start();
  }

  /** Describes a late response; undefined when it was in time, or when the machine was overloaded. */
  faultOf(ms) {
    const answers = performance.now() - this.#lastQuick < 2 * PROBE_EVERY_MS;
    return ms > ANSWER_GOAL_MS && answers && !isBusy()
      ? `an answer after more than ${ANSWER_GOAL_MS} ms while /health/live answers`
      : undefined;
  }

  fault() {
    return this.longest > ANSWER_GOAL_MS
      ? `/health/live answered after ${Math.round(this.longest)} ms`
      : undefined;
  }
}

/** Whether a service goes on answering while it is sent what breaks others: nothing may hold its event loop for long. */
import { availableParallelism, loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';

/** No answer may take longer than this while `/health/live` answers, and `/health/live` itself never, ms. */
export const ANSWER_GOAL_MS = 1000;
const PROBE_EVERY_MS = 250;
/** A probe that was late by so much here says nothing about the service, ms. */
const OWN_LAG_MS = 200;

/** On a machine with more to do than it has processors every answer may be late. */
const isBusy = () => loadavg()[0] > availableParallelism();

/** Asks `/health/live` again and again while requests are sent. */
export class Liveness {
  #url;
  #timer;
  #lastQuick = 0;
  /** Longest answer of `/health/live`, ms. */
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

  /** Describes an answer that took `ms`; undefined when it was in time, or when the machine was busy. */
  faultOf(ms) {
    const answers = performance.now() - this.#lastQuick < 2 * PROBE_EVERY_MS;
    return ms > ANSWER_GOAL_MS && answers && !isBusy()
      ? `an answer after more than ${ANSWER_GOAL_MS} ms while /health/live answers`
      : undefined;
  }

  /** The same of all probes. */
  fault() {
    return this.longest > ANSWER_GOAL_MS
      ? `/health/live answered after ${Math.round(this.longest)} ms`
      : undefined;
  }
}

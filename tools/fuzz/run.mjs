/** The requests to one service: generated, sent, held against its document, counted. */
import { Arbitraries } from './arbitraries.mjs';
import { faultsOf } from './conform.mjs';
import { Coverage } from './coverage.mjs';
import { ApiDocument } from './document.mjs';
import { Pools } from './pools.mjs';
import { Liveness } from './liveness.mjs';
import { isStopped, requestOf, templatesOf } from './templates.mjs';
import { Client } from './client.mjs';
import { load } from '../lib/packages.mjs';

const CONNECTIONS = 12;
/** Templates that are made at a time. */
const BATCH = 40;
/** Requests after which what was deleted is made again. */
const REFRESH_EVERY = 150;

/** A small generator of numbers from 0 to 1 (mulberry32), so that a seed tells the whole run. */
export function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Everything about one service under test. */
export class ServiceRun {
  pools = new Pools();

  /** @param facts more that the profile's functions want: `artifact`, `until` */
  static async open(profile, url, facts) {
    const answer = await fetch(`${url}/openapi.json`);
    const run = new ServiceRun();
    run.profile = profile;
    run.url = url;
    run.client = new Client(url, CONNECTIONS);
    run.facts = { ...facts, client: run.client, pools: run.pools };
    run.fc = load('fast-check');
    run.document = new ApiDocument(await answer.json());
    run.arbitraries = new Arbitraries(run.fc, run.document, {});
    run.arbitraries = new Arbitraries(run.fc, run.document, profile.values(run.fc, run.arbitraries, facts));
    run.coverage = new Coverage(run.document.operations);
    await profile.setup(run.facts);
    run.pools.keep();
    return run;
  }

  get tools() {
    return { fc: this.fc, arbitraries: this.arbitraries, document: this.document, profile: this.profile };
  }

  /** Sends `count` requests. */
  async random(count, seed, onProgress) {
    const random = randomOf(seed);
    const streams = new Map(this.document.operations.map((one, i) => [one, this.#templates(one, seed + i)]));
    const choose = this.#chooser(random);
    let next = 0;
    const worker = async () => {
      while (next < count) {
        next += 1;
        if (next % REFRESH_EVERY === 0) await this.refresh();
        if (next % 200 === 0) onProgress(`${next} of ${count}`);
        const operation = choose();
        await this.#one(operation, streams.get(operation)());
      }
    };
    this.liveness = new Liveness(this.url).start();
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));
    this.liveness.stop();
    const stalled = this.liveness.fault();
    if (stalled)
      this.coverage.fault(this.document.operations[0], stalled, 'while all these requests were sent');
  }

  /** What requests refer to is there again, whatever other requests did to it. */
  async refresh() {
    await this.profile.refresh?.(this.facts);
  }

  /** Answers that another replica documents because of its settings are documented, too. */
  async alsoDocumented(url) {
    const answer = await fetch(`${url}/openapi.json`);
    this.document.add(new ApiDocument(await answer.json()));
  }

  /** Sends a request of its own making, to this replica or another one. */
  async send(operation, request, client = this.client) {
    const answer = await client.send(request).catch((error) => ({ failed: error }));
    this.#judge(operation, request, answer, request.method !== operation.method, client);
    if (!answer.failed) this.coverage.note(operation, answer.status);
    return answer;
  }

  async #one(operation, template) {
    const request = requestOf(operation, template, this.pools, this.profile);
    const begun = performance.now();
    const answer = await this.client.send(request).catch((error) => ({ failed: error }));
    const late = answer.isStream ? undefined : this.liveness.faultOf(performance.now() - begun);
    if (late) this.coverage.fault(operation, late, `${request.method} ${request.path.slice(0, 300)}`);
    // Without one of its parts an address is another one.
    const isShort = operation.path.includes('{') && /\/(\/|$)/.test(request.path.split('?', 1)[0]);
    const isElse =
      template.kind === 'verb' || template.kind === 'route' || Boolean(template.suffix) || isShort;
    this.#judge(operation, request, answer, isElse);
    if (answer.failed) return;
    this.coverage.count(operation, answer.status, { isElse, aimed: !isElse && !isStopped(template) });
    if (!isElse) this.profile.learn?.(operation, request, answer, this.pools);
  }

  #judge(operation, request, answer, isElse, client = this.client) {
    const sent = `${request.method} ${request.path.slice(0, 300)} ${(request.body ?? '').slice(0, 600)}`;
    if (answer.failed) {
      const what = `no answer: ${answer.failed.code ?? answer.failed.message}`;
      this.coverage.fault(operation, what, sent);
      return;
    }
    const got = `${answer.status} ${answer.type} ${answer.text.slice(0, 300)}`;
    // A request for some fields of a document is answered with those alone.
    const isPart = this.profile.isPart?.(request) ?? false;
    // Another verb or address may be another operation's, or nobody's.
    const documented = isElse ? this.document.responsesTo(request) : operation.responses;
    const faults = faultsOf(answer, documented, this.document, {
      isPart,
      isHead: request.method === 'HEAD',
    });
    for (const what of faults) this.coverage.fault(operation, what, `${sent}\n      -> ${got}`);
    if (answer.status === 500) this.coverage.fault(operation, 'status 500', `${sent}\n      -> ${got}`);
    // Documented for installations that ask who one is; the replica that random requests go to does not.
    if (client === this.client && (answer.status === 401 || answer.status === 403))
      this.coverage.fault(
        operation,
        `status ${answer.status} with AUTH_MODE=off`,
        `${sent}\n      -> ${got}`,
      );
  }

  /** Templates of an operation, one after the other. */
  #templates(operation, seed) {
    const arbitrary = templatesOf(operation, this.tools);
    let made = [];
    let batch = 0;
    return () => {
      if (made.length === 0) {
        batch += 1;
        made = this.fc.sample(arbitrary, { numRuns: BATCH, seed: (seed + batch * 7919) | 0 });
      }
      return made.pop();
    };
  }

  #chooser(random) {
    const { operations } = this.document;
    const sums = [];
    let sum = 0;
    for (const { id } of operations) {
      sum += this.profile.weights?.[id] ?? 1;
      sums.push(sum);
    }
    return () => {
      const pick = random() * sum;
      return operations[sums.findIndex((one) => one > pick)];
    };
  }

  close() {
    return this.client.close();
  }
}

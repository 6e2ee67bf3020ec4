/** The requests to one service: generated, sent, compared with its document, counted. */
import { Arbitraries, Pools } from './arbitraries.mjs';
import { faultsOf, ApiDocument } from './document.mjs';
import { Coverage, Liveness } from './coverage.mjs';
import { isStopped, requestOf, templatesOf } from './templates.mjs';
import { FuzzClient } from './client.mjs';
import { load } from '../lib/packages.mjs';
import { Random } from '../lib/random.mjs';

const CONNECTIONS = 12;
const BATCH = 40;
const REFRESH_EVERY = 150;

export class ServiceRun {
  pools = new Pools();

  /** @param facts further arguments of the profile's functions: `artifact`, `until` */
  static async open(profile, url, facts) {
    const answer = await fetch(`${url}/openapi.json`);
    const run = new ServiceRun();
    run.profile = profile;
    run.url = url;
    run.client = new FuzzClient(url, CONNECTIONS);
    run.facts = { ...facts, client: run.client, pools: run.pools };
    run.fc = load('fast-check');
    run.document = new ApiDocument(await answer.json(), profile.isForm);
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

  async random(count, seed, onProgress) {
    const random = new Random(seed);
    const streams = new Map(this.document.operations.map((one, i) => [one, this.#templates(one, seed + i)]));
    const choose = this.#chooser(random);
    let next = 0;
    const worker = async () => {
      while (next < count) {
        next += 1;
        if (next % REFRESH_EVERY === 0) await this.profile.refresh?.(this.facts);
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

  /** Responses that another replica documents because of its settings count as documented, too. */
  async alsoDocumented(url) {
    const answer = await fetch(`${url}/openapi.json`);
    this.document.add(new ApiDocument(await answer.json()));
  }

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
    const isEndless = answer.isStream || (this.profile.isFollowing?.(request) ?? false);
    const late = isEndless ? undefined : this.liveness.faultOf(performance.now() - begun);
    if (late) this.coverage.fault(operation, late, `${request.method} ${request.path.slice(0, 300)}`);
    // An address with an empty part is another one.
    const isShort = operation.path.includes('{') && /\/(\/|$)/.test(request.path.split('?', 1)[0]);
    const isElse = ['verb', 'route'].includes(template.kind) || Boolean(template.suffix) || isShort;
    this.#judge(operation, request, answer, isElse);
    if (answer.failed) return;
    this.coverage.count(operation, answer.status, { isElse, aimed: !isElse && !isStopped(template) });
    if (!isElse) this.profile.learn?.(operation, request, answer, this.pools);
  }

  #judge(operation, request, answer, isElse, client = this.client) {
    const sent = `${request.method} ${request.path.slice(0, 300)} ${String(request.body ?? '').slice(0, 600)}`;
    if (answer.failed) {
      const what = `no answer: ${answer.failed.code ?? answer.failed.message}`;
      return this.coverage.fault(operation, what, sent);
    }
    const example = `${sent}\n      -> ${answer.status} ${answer.type} ${answer.text.slice(0, 300)}`;
    // The response to a request for some fields contains only those.
    const isPart = this.profile.isPart?.(request) ?? false;
    // Another verb or address may belong to another operation, or to none.
    const documented = isElse ? this.document.responsesTo(request) : operation.responses;
    const faults = faultsOf(answer, documented, this.document, { isPart, isHead: request.method === 'HEAD' });
    if (answer.status === 500) faults.push('status 500');
    // These statuses are documented for installations with authentication, which the replica of random requests lacks.
    if (client === this.client && (answer.status === 401 || answer.status === 403))
      faults.push(`status ${answer.status} with AUTH_MODE=off`);
    for (const what of faults) this.coverage.fault(operation, what, example);
  }

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
      const pick = random.next() * sum;
      return operations[sums.findIndex((one) => one > pick)];
    };
  }
}

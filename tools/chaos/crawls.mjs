/** Crawled documents. Each is changed only after its previous change is visible, so that revisions can be counted. */
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { follow } from '../lib/http.mjs';
import { waitFor } from '../lib/network.mjs';
import { RetryingClient } from './clients.mjs';

const AREA = 'lab';
const COLLECTION = 'things';
const PATH = `/api/v2/${AREA}/${COLLECTION}`;
const SILENT_MS = 10_000;
/** Minimum interval between two checks, ms. */
const LOOK_MS = 700;

export class Crawls {
  reconnects = 0;
  /** Changes received from the feed over all connections: `{id, version}`. */
  fed = [];
  #closed = new AbortController();
  #running = [];
  #changing = true;

  constructor(world, { host, count, random }) {
    Object.assign(this, { world, host, random });
    this.documents = new Map(Array.from({ length: count }, (_, i) => [`thing-${i}`, 1]));
  }

  /** Serves the documents. @returns the rows of the crawled collections */
  async serve() {
    const server = createServer((_, response) => {
      const list = [...this.documents].map(([id, version]) => ({ id, version, filler: 'x'.repeat(200) }));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list));
    });
    const url = await this.world.listen(server, this.host);
    return [{ collection: `${AREA}/${COLLECTION}`, url, id: 'id' }];
  }

  begin(urls) {
    this.client = new RetryingClient(urls);
    this.#running = [this.#change(), this.#feed()];
  }

  /** Stops changing documents. @returns documents whose last version is not visible before the time limit */
  async settled(limitMs) {
    this.#changing = false;
    let missing;
    const isSettled = async () => {
      const list = await this.client.get(`${PATH};_expand`).catch(() => []);
      const seen = new Map(list.map(({ id, version }) => [id, version]));
      const fed = this.fedVersions;
      missing = [...this.documents].filter(
        ([id, version]) => seen.get(id) !== version || !fed.get(id)?.includes(version),
      );
      return missing.length === 0;
    };
    await waitFor(isSettled, { timeoutMs: limitMs, everyMs: LOOK_MS });
    this.#closed.abort();
    await Promise.all(this.#running);
    return missing.map(([id]) => id);
  }

  async revisions() {
    const found = new Map();
    for (const id of this.documents.keys()) {
      const records = [await this.client.get(`${PATH}/${id};_all;_meta`)].flat();
      const versions = records.map(({ data, stime, ltime }) => ({ version: data.version, stime, ltime }));
      found.set(
        id,
        versions.sort((a, b) => a.stime - b.stime),
      );
    }
    return found;
  }

  get fedVersions() {
    const told = new Map();
    for (const { id, version } of this.fed) told.set(id, [...(told.get(id) ?? []), version]);
    return told;
  }

  async #change() {
    while (this.#changing && !this.#closed.signal.aborted) {
      const answer = await this.client.once('GET', `${PATH};_expand`).catch(() => undefined);
      if (answer?.status === 200 && this.#changing)
        for (const { id, version } of answer.json)
          if (this.documents.get(id) === version && this.random.chance(0.4))
            this.documents.set(id, version + 1);
      await sleep(LOOK_MS);
    }
  }

  async #feed() {
    let last = '0';
    for (let turn = 0; !this.#closed.signal.aborted; turn += 1) {
      const url = this.client.urls[turn % this.client.urls.length];
      const { how } = await follow(`${url}${PATH};_expand`, {
        headers: { 'last-event-id': last },
        silentMs: SILENT_MS,
        signal: this.#closed.signal,
        onEvent: ({ id, data }) => {
          if (id !== undefined) last = id;
          const event = JSON.parse(data);
          if (event.document) this.fed.push({ id: event.id, version: event.document.version });
        },
      });
      if (how !== 'closed') this.reconnects += 1;
      await sleep(400);
    }
  }
}

/** A list of documents that is crawled, changed only when the change before has been seen: so revisions can be counted. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import { Client, follow } from './client.mjs';
import { sleep } from './world.mjs';

const AREA = 'lab';
const COLLECTION = 'things';
const PATH = `/api/v2/${AREA}/${COLLECTION}`;
const SILENT_MS = 10_000;
/** At least so long between two looks, ms. */
const LOOK_MS = 700;

/** The source of the crawl and those who watch its history. */
export class Crawls {
  reconnects = 0;
  /** What a feed that always comes back has told, in its order: `{id, version}`. */
  fed = [];
  #closed = new AbortController();
  #running = [];
  #changing = true;

  constructor(world, { host, count, random }) {
    Object.assign(this, { world, host, random });
    this.documents = new Map(Array.from({ length: count }, (_, i) => [`thing-${i}`, 1]));
  }

  /** Serves the documents. @returns the rows of what is to be crawled */
  async serve() {
    const server = createServer((_, response) => {
      const list = [...this.documents].map(([id, version]) => ({ id, version, filler: 'x'.repeat(200) }));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list));
    }).listen(0, this.host);
    await once(server, 'listening');
    this.world.atEnd(() => server.close());
    const url = `http://${this.host}:${server.address().port}/`;
    return [{ collection: `${AREA}/${COLLECTION}`, url, id: 'id' }];
  }

  /** Begins to change documents and to follow the feed. */
  begin(urls) {
    this.client = new Client(urls);
    this.#running = [this.#change(), this.#feed()];
  }

  /** Changes no more. @returns documents whose last version does not show before time runs out */
  async settled(limitMs) {
    this.#changing = false;
    const deadline = performance.now() + limitMs;
    let missing;
    do {
      await sleep(LOOK_MS);
      const seen = await this.#current();
      const fed = this.#fedVersions();
      missing = [...this.documents].filter(
        ([id, version]) => seen.get(id) !== version || !fed.get(id)?.includes(version),
      );
    } while (missing.length > 0 && performance.now() < deadline);
    this.#closed.abort();
    await Promise.all(this.#running);
    return missing.map(([id]) => id);
  }

  /** Versions of each document in the order of its revisions, with their times. */
  async revisions() {
    const found = new Map();
    for (const id of this.documents.keys()) {
      const answer = await this.client.get(`${PATH}/${id};_all;_meta`);
      const records = Array.isArray(answer) ? answer : [answer];
      found.set(
        id,
        records
          .map(({ data, stime, ltime }) => ({ version: data.version, stime, ltime }))
          .toSorted((a, b) => a.stime - b.stime),
      );
    }
    return found;
  }

  /** What the feed has told of each document, in its order. */
  #fedVersions() {
    const told = new Map();
    for (const { id, version } of this.fed) told.set(id, [...(told.get(id) ?? []), version]);
    return told;
  }

  get fedVersions() {
    return this.#fedVersions();
  }

  async #current() {
    const list = await this.client.get(`${PATH};_expand`).catch(() => []);
    return new Map(list.map(({ id, version }) => [id, version]));
  }

  async #change() {
    while (this.#changing && !this.#closed.signal.aborted) {
      const answer = await this.client.once('GET', `${PATH};_expand`).catch(() => undefined);
      if (answer?.status === 200 && this.#changing)
        for (const { id, version } of JSON.parse(answer.text))
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
          if (data === undefined) return;
          const event = JSON.parse(data);
          if (event.document) this.fed.push({ id: event.id, version: event.document.version });
        },
      });
      if (how !== 'closed') this.reconnects += 1;
      await sleep(400);
    }
  }
}

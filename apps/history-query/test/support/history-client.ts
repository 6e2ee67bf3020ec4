import * as http from 'node:http';
import { resolve } from 'node:path';
import {
  eventually,
  startTestService,
  type TestService,
  type TestServiceOptions,
} from '@portolan/service/testing';
import { historyQuery } from '../../src/service-definition';
import type { CollectionStatus, StatusAnswer } from '../../src/status/status.dto';

export const RECORDED_CLOUD = resolve(__dirname, '../../../../examples/recorded-cloud');

/** A running service and a client of it. */
export class HistoryClient {
  constructor(readonly service: TestService) {}

  static async start(options: TestServiceOptions = {}): Promise<HistoryClient> {
    return new HistoryClient(await startTestService(historyQuery, options));
  }

  fetch(path: string, init?: RequestInit): Promise<Response> {
    return fetch(`${this.service.url}/api/v2/${path}`, init);
  }

  /** Sends an address byte for byte; `fetch` would normalise it. */
  raw(path: string): Promise<{ status: number; type: string }> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(this.service.url);
      const request = http.get({ hostname, port, path: `/api/v2/${path}` }, (response) => {
        response
          .on('error', reject)
          .on('end', () =>
            resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '' }),
          );
        response.resume();
      });
      request.on('error', reject);
    });
  }

  async json(path: string): Promise<unknown> {
    const response = await this.fetch(path);
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  }

  async ids(path: string): Promise<string[]> {
    return (await this.json(path)) as string[];
  }

  async error(path: string): Promise<{ status: number; body: unknown }> {
    const response = await this.fetch(path);
    return { status: response.status, body: await response.json() };
  }

  async status(collection: string): Promise<CollectionStatus> {
    const { collections } = (await this.json('status')) as StatusAnswer;
    const found = collections.find((one) => one.collection === collection);
    if (!found) throw new Error(`no status of ${collection}`);
    return found;
  }

  /** Waits until a crawl of the collection has been applied and memory serves it. */
  async crawled(...collections: string[]): Promise<void> {
    for (const collection of collections) {
      const crawled = async (): Promise<boolean> => {
        const { lastCrawl, documents, served } = await this.status(collection);
        return lastCrawl !== null && documents === served;
      };
      await eventually(`${collection} is crawled and served`, crawled);
    }
  }
}

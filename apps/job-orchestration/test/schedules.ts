/** Schedules of the tests, their fires, and jobs that end when they may. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@portolan/service/testing';
import { job, type Client, type Page, type Shown } from './support';

const { user: _user, ...rest } = job();
/** The request of a schedule, whose user it takes. */
export const request = rest;
const EVERY_SECOND = '* * * * * *';
/** During the tests it fires only when triggered or backfilled. */
export const SELDOM = '0 4 1 1 *';

export const schedule = (change: object = {}) => ({
  ...{ name: 'tick', user: 'ann', version: '1', cron: EVERY_SECOND, request },
  ...change,
});

/** A fire as the API shows it. */
export interface Fire {
  time: string;
  outcome: string;
  jobId: string | null;
  reason: string | null;
}

/** Schedules and their fires, through one replica. */
export class Schedules {
  constructor(readonly client: Client) {}

  create(change: object = {}): Promise<string> {
    return this.client.create('schedules', schedule(change));
  }

  async read(id: string): Promise<Shown & { lastFire: Fire | null }> {
    return (await this.client.get<Shown & { lastFire: Fire | null }>(`/schedules/${id}`)).body;
  }

  /** The fires, oldest first. */
  async fires(id: string, query = ''): Promise<Fire[]> {
    const { body } = await this.client.get<Page>(`/schedules/${id}/fires?size=2000&${query}`);
    return ((body._embedded?.fireList ?? []) as unknown as Fire[]).reverse();
  }

  async outcomes(id: string): Promise<string[]> {
    return (await this.fires(id)).map(({ outcome }) => outcome);
  }

  /** Waits for fires of an outcome. */
  until(id: string, outcome: string, count = 1): Promise<Fire[]> {
    return eventually(`${count} fires of ${id} are ${outcome}`, async () => {
      const found = await this.fires(id, `outcome=${outcome}`);
      return found.length >= count && found;
    });
  }

  act(id: string, action: string, body?: object) {
    return this.client.call<{ fires: number; message: string }>(
      'POST',
      `/schedules/${id}/actions/${action}`,
      body,
    );
  }

  /** @returns the id of the job */
  async trigger(id: string): Promise<string> {
    const { status, headers, body } = await this.act(id, 'trigger');
    if (status !== 202) throw new Error(`${status} ${body.message}`);
    return headers.get('location')?.split('/').at(-1) ?? '';
  }

  remove(id: string) {
    return this.client.call('DELETE', `/schedules/${id}`);
  }
}

/** A job that runs until it is released. */
export class Gate {
  private constructor(private readonly path: string) {}

  static async create(): Promise<Gate> {
    return new Gate(join(await mkdtemp(join(tmpdir(), 'portolan-gate-')), 'open'));
  }

  get request() {
    return { ...request, commandArgs: `'until [ -e ${this.path} ]; do sleep 0.05; done'` };
  }

  open(): Promise<void> {
    return writeFile(this.path, '');
  }
}

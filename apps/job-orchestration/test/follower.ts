import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@portolan/service/testing';

/** A client that follows a file of a job. */
export class Follower {
  /** The received bytes with their times, ms since the epoch. */
  readonly chunks: { bytes: Buffer; at: number }[] = [];
  /** `whole`: the body ended properly; `broken`: the connection was closed before. */
  readonly end: Promise<'whole' | 'broken'>;

  private constructor(readonly response: IncomingMessage) {
    response.on('data', (bytes: Buffer) => this.chunks.push({ bytes, at: Date.now() }));
    this.end = new Promise((resolve) => {
      response.on('error', () => undefined);
      response.on('close', () => resolve(response.complete ? 'whole' : 'broken'));
    });
  }

  /** Follows a file, with a retry after a 503. @param path of the file, and the query */
  static async open(url: string, jobId: string, path: string): Promise<Follower> {
    const unlessBusy = async (): Promise<Follower | false> => {
      const follower = await Follower.attempt(url, jobId, path);
      if (follower.status !== 503) return follower;
      follower.leave();
      return false;
    };
    return eventually(`${path} is answered`, unlessBusy);
  }

  /** Follows a file; accepts any status. */
  static async attempt(url: string, jobId: string, path: string): Promise<Follower> {
    const sent = request(`${url}/api/v3/jobs/${encodeURIComponent(jobId)}/output/${path}`, { agent: false });
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return new Follower(response);
  }

  get status(): number {
    return this.response.statusCode ?? 0;
  }

  get text(): string {
    return Buffer.concat(this.chunks.map(({ bytes }) => bytes)).toString();
  }

  /** Waits until exactly this text was received. */
  async has(text: string): Promise<void> {
    await eventually(`${JSON.stringify(text)} has come`, () => this.text === text);
  }

  /** Waits for the end. @returns the whole received text */
  async whole(): Promise<string> {
    expect(await this.end).toBe('whole');
    return this.text;
  }

  leave(): void {
    this.response.destroy();
  }
}

/** Barriers at which a job waits until the test releases it. */
export class Gates {
  private constructor(private readonly folder: string) {}

  static async create(): Promise<Gates> {
    return new Gates(await mkdtemp(join(tmpdir(), 'portolan-gates-')));
  }

  /** The line of a script that waits. */
  wait(name: string): string {
    return `until [ -e ${join(this.folder, name)} ]; do sleep 0.02; done`;
  }

  async open(name: string): Promise<void> {
    await writeFile(join(this.folder, name), '');
  }
}

import type { ServerResponse } from 'node:http';
import type { ChangedJob } from './job-feed.read-model';

/** Jobs that are held back for a slow reader; beyond them its stream ends, and the client resumes it. */
const HELD_LIMIT = 5000;

/** One stream of changes. While its client does not read, the latest change of each job is held back. */
export class FeedStream {
  private readonly held = new Map<string, ChangedJob>();
  /** Whether changes are held back until earlier ones have been sent. */
  private isBehind = true;

  constructor(
    private readonly response: ServerResponse,
    private readonly frame: (job: ChangedJob) => string,
  ) {
    response.on('drain', () => this.flush());
  }

  /** Sends changes that precede those of {@link send}. Resolves when the client is ready for more, or has gone. */
  async sendEarlier(jobs: readonly ChangedJob[]): Promise<void> {
    const { response } = this;
    this.write(jobs);
    if (!response.writableNeedDrain || response.closed) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        response.off('drain', done).off('close', done);
        resolve();
      };
      response.on('drain', done).on('close', done);
    });
  }

  /** Marks all earlier changes as sent: from now on changes are sent as they arrive. */
  caughtUp(): void {
    this.isBehind = false;
    this.flush();
  }

  /** Sends changes, or holds them back. */
  send(jobs: readonly ChangedJob[]): void {
    for (const job of jobs) {
      // Deleted first: a changed job moves to the end, and its earlier change is not sent.
      this.held.delete(job.id);
      this.held.set(job.id, job);
    }
    if (!this.response.writableNeedDrain) this.flush();
    if (this.held.size > HELD_LIMIT) this.response.end();
  }

  get isOpen(): boolean {
    return !this.response.writableEnded && !this.response.destroyed;
  }

  private flush(): void {
    if (this.isBehind || this.held.size === 0) return;
    const jobs = [...this.held.values()];
    this.held.clear();
    this.write(jobs);
  }

  private write(jobs: readonly ChangedJob[]): void {
    if (this.isOpen && jobs.length > 0) this.response.write(jobs.map(this.frame).join(''));
  }
}

import { Ticker, type ServiceLogger } from '@portolan/service';
import type { JobEntity } from '../jobs/job.entity';
import type { JobRepository } from '../jobs/job.repository';
import { pauseAfter } from './notice-retries';
import type { Notice, NoticeKind, NoticeRepository } from './notice.repository';

/** Concurrent attempts: a hanging one does not delay the others. */
const PARALLEL = 20;
/** Time after which another replica may repeat an attempt, ms. */
const TRY_MS = 60_000;

/** One kind of notice, and how it is sent. */
export interface OutboxOptions {
  kind: NoticeKind;
  notices: NoticeRepository;
  jobs: JobRepository;
  logger: ServiceLogger;
  /** Interval between searches for due notices, ms. */
  everyMs: number;
  /** Sends one notice. Throws NonRetryableError when a retry is pointless, any other error when it is not. */
  give: (job: JobEntity, attempt: number) => Promise<void>;
  /** Called with the result of each attempt: `given` (sent), `failed` (will be retried), `given-up`. */
  onTry: (outcome: 'given' | 'failed' | 'given-up') => void;
}

/** Sends the notices of one kind: at least once each, with pauses after failures, by any number of replicas. */
export class Outbox {
  private readonly ticker: Ticker;
  private readonly inHand = new Set<Promise<void>>();

  constructor(private readonly options: OutboxOptions) {
    this.ticker = new Ticker({
      everyMs: options.everyMs,
      run: () => this.pass(),
      onError: (error) =>
        options.logger.warn({ err: error, kind: options.kind }, 'the search for due notices failed'),
    });
  }

  start(): void {
    this.ticker.start();
  }

  async stop(): Promise<void> {
    await this.ticker.stop();
    await Promise.all(this.inHand);
  }

  private async pass(): Promise<void> {
    const { kind, notices } = this.options;
    const room = PARALLEL - this.inHand.size;
    if (room === 0) return;
    for (const notice of await notices.due(kind, Date.now(), room)) {
      if (await notices.take(kind, notice, Date.now() + TRY_MS)) this.begin(notice);
    }
  }

  private begin(notice: Notice): void {
    const wasFull = this.inHand.size + 1 >= PARALLEL;
    const trying = this.give(notice)
      .catch((error: unknown) =>
        this.options.logger.warn({ err: error, jobId: notice.jobId }, 'a notice could not be updated'),
      )
      .finally(() => {
        this.inHand.delete(trying);
        if (wasFull) this.ticker.wake();
      });
    this.inHand.add(trying);
  }

  private async give({ jobId, attempts }: Notice): Promise<void> {
    const { kind, notices, jobs, logger } = this.options;
    const attempt = attempts + 1;
    try {
      const job = await jobs.find(jobId);
      if (job) await this.options.give(job, attempt);
      await notices.remove(kind, jobId);
      this.options.onTry('given');
    } catch (error) {
      const pause = pauseAfter(attempt, error);
      const last = pause === undefined;
      this.options.onTry(last ? 'given-up' : 'failed');
      logger.warn({ err: error, kind, jobId, attempt, last }, 'a notice could not be sent');
      if (last) await notices.remove(kind, jobId);
      else await notices.postpone(kind, jobId, Date.now() + pause);
    }
  }
}

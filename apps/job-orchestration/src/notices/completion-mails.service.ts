import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { ServiceLogger, Ticker } from '@portolan/service';
import { JobOrchestrationConfig } from '../job-orchestration-config';
import { JobRepository } from '../jobs/job.repository';
import { MAIL_ATTEMPTS, completionMail, mailPauseMs } from './completion-mail';
import { JobMailRepository, type JobMail } from './job-mail.repository';
import { MailGateway } from './mail.gateway';

/** Mails of one pass. */
const BATCH = 50;
/** How long a try may take at the most before another replica may make it, ms. */
const TRY_MS = 60_000;

/** Sends the mails about jobs that are over; a mail server that is away only delays them. */
@Injectable()
export class CompletionMails implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly ticker: Ticker;

  constructor(
    private readonly mails: JobMailRepository,
    private readonly jobs: JobRepository,
    private readonly gateway: MailGateway,
    private readonly config: JobOrchestrationConfig,
    private readonly logger: ServiceLogger,
  ) {
    this.ticker = new Ticker({
      everyMs: config.MAIL_POLL_MS,
      run: () => this.pass(),
      onError: (error) => logger.warn({ err: error }, 'mails could not be looked for'),
    });
  }

  onApplicationBootstrap(): void {
    if (this.config.SMTP_URL !== undefined) this.ticker.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.ticker.stop();
  }

  private async pass(): Promise<void> {
    for (const mail of await this.mails.due(Date.now(), BATCH)) {
      const pause = Math.max(TRY_MS, mailPauseMs(mail.attempts));
      if (await this.mails.take(mail, Date.now() + pause)) await this.send(mail);
    }
  }

  private async send({ jobId, attempts }: JobMail): Promise<void> {
    const job = await this.jobs.find(jobId);
    try {
      if (job?.request.email) await this.gateway.send(job.request.email, completionMail(job));
      await this.mails.remove(jobId);
    } catch (error) {
      const last = attempts + 1 >= MAIL_ATTEMPTS;
      this.logger.warn({ err: error, jobId, attempts: attempts + 1, last }, 'mail could not be sent');
      if (last) await this.mails.remove(jobId);
    }
  }
}

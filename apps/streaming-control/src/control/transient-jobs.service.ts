import { Injectable } from '@nestjs/common';
import { StreamingConfig } from '../config/streaming-config';
import { JobCommands } from '../jobs/job-commands.service';
import { JobRepository } from '../jobs/job.repository';
import { PLATFORM_USER } from '../sla/sla-enforcer.service';
import { isAbandoned } from './abandoned';

/** After an outage of this service every worker must have had the time to say who listens. */
const HEARTBEATS_HEARD = 2;

/** Ends Transient jobs that nobody listens to any more (reference: streams §4.7). */
@Injectable()
export class TransientJobs {
  constructor(
    private readonly jobs: JobRepository,
    private readonly commands: JobCommands,
    private readonly config: StreamingConfig,
  ) {}

  /** @param wellForMs for how long this service has been able to hear heartbeats */
  async endAbandoned(wellForMs: number): Promise<void> {
    const { SUBSCRIPTION_TIMEOUT_MS, WORKER_HEARTBEAT_MS } = this.config;
    const now = Date.now();
    for (const job of await this.jobs.withoutSubscribers()) {
      const timeoutMs = job.subscriptionTimeoutSecs * 1000 || SUBSCRIPTION_TIMEOUT_MS;
      const heartbeatMs = job.heartbeatIntervalSecs * 1000 || WORKER_HEARTBEAT_MS;
      if (wellForMs < heartbeatMs * HEARTBEATS_HEARD) continue;
      const { startedAt, unsubscribedSince, minRuntimeSecs } = job;
      const minRuntimeMs = minRuntimeSecs * 1000;
      if (!isAbandoned({ startedAt, unsubscribedSince, timeoutMs, minRuntimeMs }, now)) continue;
      const seconds = Math.round((now - unsubscribedSince) / 1000);
      await this.commands.end(job.id, `No subscriptions for ${seconds} secs`, PLATFORM_USER);
    }
  }
}

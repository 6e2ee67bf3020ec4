import { Injectable } from '@nestjs/common';
import { ServiceLogger, beginEvents } from '@portolan/service';
import type { FastifyReply } from 'fastify';
import { JobReaderService } from '../jobs/job-reader.service';
import { isEndedJob } from '../jobs/job-states';
import type { JobEvent, StreamJobEntity } from '../jobs/job.entity';
import { StreamJobRepository } from '../jobs/job.repository';
import { OpenStreamsService } from '../streams/open-streams.service';
import { RowWatchesService } from '../streams/row-watches.service';
import { JobEventStream } from './job-event-stream';
import type { JobEventsQuery } from './job-events.dto';

const DEFAULT_LIMIT = 1000;

/** Reads and follows the events of a job. */
@Injectable()
export class JobEventsService {
  constructor(
    private readonly jobs: StreamJobRepository,
    private readonly reader: JobReaderService,
    private readonly watches: RowWatchesService,
    private readonly open: OpenStreamsService,
    private readonly logger: ServiceLogger,
  ) {}

  /** Returns the newest events that are not older than `since`, oldest first. @throws 404 for an unknown job */
  async list(jobId: string, query: JobEventsQuery): Promise<JobEvent[]> {
    await this.reader.find(jobId);
    return (await this.asked(jobId, query)).map(({ event }) => event);
  }

  /** Streams the same events, then new ones until the job has ended. @throws 404 for an unknown job */
  async stream(
    jobId: string,
    query: JobEventsQuery,
    lastEventId: string | undefined,
    reply: FastifyReply,
  ): Promise<void> {
    const job = await this.reader.find(jobId);
    const passed = passedBy(lastEventId, job) ?? (await this.before(jobId, query, job));
    // 204 keeps a browser's EventSource from connecting again.
    if (lastEventId !== undefined && passed === job.sequence && isEndedJob(job.state)) {
      await reply.code(204).send();
      return;
    }
    const source = {
      job: () => this.jobs.find(jobId),
      after: (sequence: number, limit: number) => this.jobs.eventsAfter(jobId, sequence, limit),
      news: this.watches.jobs.sequence(jobId),
    };
    const onError = (err: unknown) => this.logger.warn({ err, jobId }, 'job events could not be read');
    new JobEventStream(beginEvents(reply), this.open, source, passed, onError);
  }

  /** Returns the number of the last event that a new stream leaves out. */
  private async before(jobId: string, query: JobEventsQuery, job: StreamJobEntity): Promise<number> {
    const [first] = await this.asked(jobId, query);
    return first ? first.sequence - 1 : job.sequence;
  }

  private asked(jobId: string, { since = 0, limit = DEFAULT_LIMIT }: JobEventsQuery) {
    return this.jobs.eventsSince(jobId, since, limit);
  }
}

/** Reads `Last-Event-ID`; undefined for a value that is the id of no event of the job, which counts as absent. */
function passedBy(lastEventId: string | undefined, { sequence }: StreamJobEntity): number | undefined {
  const id = /^\d{1,15}$/.test(lastEventId?.trim() ?? '') ? Number(lastEventId) : undefined;
  return id !== undefined && id <= sequence ? id : undefined;
}

import type { Resource } from '@portolan/hal';
import { Field, schema, type AnswerNote } from '@portolan/service';
import { EXAMPLE_API, halSchema } from '../http/hal-routes';
import type { ApiView } from '../http/api-address';
import { EXAMPLE_JOB } from '../jobs/job-example';
import { iso } from '../registry/iso-time';
import { JobSummaryResponse, showSummary } from '../search/job-summary.dto';
import type { ChangedJob } from './job-feed.read-model';

const { maybe, moment } = schema;

/** A job that has changed, as searches show it, and the time of the change. */
class JobChange extends JobSummaryResponse {
  @Field(maybe(moment())) updated!: string | null;
}

/** Maps a changed job to the data of its event. */
export const showChange = (job: ChangedJob, api: ApiView, now: number): Resource<JobChange> => ({
  ...showSummary(job, api, now),
  updated: iso(job.updated),
});

/** Changes as server-sent events. */
export const CHANGES_ANSWER: AnswerNote = {
  description: 'An event for each change, with the job as it is then; ids of events are times.',
  content: {
    'text/event-stream': {
      schema: halSchema(JobChange),
      example: showChange(EXAMPLE_JOB, EXAMPLE_API, 0),
    },
  },
};

import { Field, schema, type AnswerNote } from '@portolan/service';
import { EXAMPLE_JOB } from '../jobs/job-example';
import { JOB_STATUS, historyOf } from '../jobs/job-status';
import { eventData } from './status-frames';

const { maybe, moment, ref, text } = schema;

class JobStatusAnswer {
  @Field(JOB_STATUS) status!: string;
}

/** A change of the status. */
class JobStatusEvent extends JobStatusAnswer {
  @Field(maybe(text())) statusMsg!: string | null;
  @Field(maybe(moment())) time!: string | null;
}

/** The status of a job, once or as a stream. */
export const STATUS_ANSWER: AnswerNote = {
  description:
    'The status, or with `Accept: text/event-stream` every change until the job is over; ids of events count the changes.',
  content: {
    'application/json': { schema: ref(JobStatusAnswer), example: { status: 'RUNNING' } },
    'text/event-stream': {
      schema: ref(JobStatusEvent),
      example: historyOf(EXAMPLE_JOB).map((change) => eventData(change, '4.3'))[2],
    },
  },
};

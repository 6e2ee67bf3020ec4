import { Field, schema, type AnswerNote } from '@portolan/service';
import { DeclaredParametersOnly, Numeric } from '@portolan/validation';
import * as examples from '../openapi/examples';

const { choice, integer, list, maybe, millis, ref, text } = schema;

/** Maximum number of events of one response. */
const MAX_EVENTS = 10_000;

/** Query of the events of a job (V1-EVENT-1, V1-EVENT-2). */
@DeclaredParametersOnly()
export class JobEventsQuery {
  @Numeric({
    optional: true,
    coerce: 'parameter',
    integer: true,
    min: 0,
    description: 'ms since the epoch; none older',
  })
  since?: number;
  @Numeric({
    optional: true,
    coerce: 'parameter',
    integer: true,
    min: 1,
    max: MAX_EVENTS,
    description: 'Newest events',
  })
  limit?: number;
}

/** A payload that a worker adds to a report; events have none so far. */
class JobEventPayload {
  @Field(text()) type!: string;
  @Field(text()) data!: string;
}

/** An event of a job or of a worker. Events of the job itself have -1 as stage, index and number. */
class JobEventResponse {
  @Field(text()) jobId!: string;
  @Field(integer()) stageNum!: number;
  @Field(integer()) workerIndex!: number;
  @Field(integer()) workerNumber!: number;
  @Field(maybe(text())) hostname!: string | null;
  @Field(choice(['INFO', 'WARN', 'ERROR'])) type!: string;
  @Field(text('The id of the job or the worker, then the event in words.')) message!: string;
  @Field(millis()) timestamp!: number;
  @Field(text('State after the event, of the job or the worker.')) state!: string;
  @Field(text()) reason!: string;
  @Field(list(ref(JobEventPayload))) payloads!: JobEventPayload[];
}

class JobEventListResponse {
  @Field(list(ref(JobEventResponse))) list!: object[];
}

/** The events of a job, once or as a stream. */
export const EVENTS_ANSWER: AnswerNote = {
  description:
    'The events, or with `Accept: text/event-stream` also each new one until the job is over; ids count the events of the job.',
  content: {
    'application/json': { schema: ref(JobEventListResponse), example: { list: [examples.jobEvent] } },
    'text/event-stream': { schema: ref(JobEventResponse), example: examples.jobEvent },
  },
};

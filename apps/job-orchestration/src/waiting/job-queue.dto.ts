import { Field, schema } from '@portolan/service';
import { QueueReason } from './explain-wait';
import type { NodeCounts } from './node-room';

const { choice, integer, maybe, moment, named, object, text } = schema;

const NODES = named(
  'NodeCounts',
  object({
    matching: integer('Live nodes whose total capacity suffices.'),
    free: integer('Matching nodes that take new jobs and have room now.'),
    cordoned: integer('Matching nodes that take no new jobs.'),
  }),
);

/** Why a job has not started. */
export class JobQueueResponse {
  @Field(
    maybe(
      integer(
        'From 1, among the jobs of the same user that could start now; 1000 means 1000 or more; null in other waits.',
      ),
    ),
  )
  position!: number | null;
  @Field(integer('Other users with jobs that could start now.')) usersWaiting!: number;
  @Field(maybe(moment('Null once it runs or is over.'))) waitingSince!: string | null;
  @Field(maybe(choice(QueueReason))) reason!: QueueReason | null;
  @Field(maybe(text('The `statusMsg` of the job.'))) message!: string | null;
  @Field(NODES) nodes!: NodeCounts;
}

export const EXAMPLE_QUEUE: JobQueueResponse = {
  position: 4,
  usersWaiting: 2,
  waitingSince: '2026-03-02T22:00:00.000Z',
  reason: QueueReason.Turn,
  message: '3 of your jobs go first.',
  nodes: { matching: 2, free: 0, cordoned: 0 },
};

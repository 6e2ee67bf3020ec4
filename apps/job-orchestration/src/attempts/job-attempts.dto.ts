import { Field, schema } from '@portolan/service';

const { integer, maybe, moment, text } = schema;

/** One attempt of a job: a launch. */
export class JobAttemptResponse {
  @Field(integer('From 1.')) attempt!: number;
  @Field(maybe(text())) nodeId!: string | null;
  @Field(maybe(text())) hostName!: string | null;
  @Field(maybe(moment())) started!: string | null;
  @Field(maybe(moment())) finished!: string | null;
  @Field(maybe(integer())) exitCode!: number | null;
  @Field(maybe(text('Why it failed.'))) reason!: string | null;
}

export const EXAMPLE_ATTEMPTS: JobAttemptResponse[] = [
  {
    attempt: 1,
    nodeId: '0b7e4d52-0a5f-4f5c-8a3f-6b5a3b0e8f11',
    hostName: '10.0.3.17',
    started: '2026-03-02T22:00:01.000Z',
    finished: '2026-03-02T22:00:03.000Z',
    exitCode: null,
    reason: 'Agent AWOL for too long',
  },
];

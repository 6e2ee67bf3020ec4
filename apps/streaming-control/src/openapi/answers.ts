import { answer, emptyAnswer, errorAnswer, schema, type AnswerNote, type Schema } from '@portolan/service';

const { text } = schema;

export const DONE = { 204: emptyAnswer('Done.') };

export const NO_CLUSTER = errorAnswer('There is no such job cluster.');
export const NO_JOB = errorAnswer('There is no such job, or it has ended.');
export const NAME_TAKEN = errorAnswer('The name is taken.');

export const textAnswer = (example: string, description: string): AnswerNote =>
  answer('text/plain', text(), example, description);

/** Returns a stream of server-sent events. @param data the schema of the data of each event @param example of them */
export const eventAnswer = (data: Schema, example: unknown): Record<number, AnswerNote> => ({
  200: answer(
    'text/event-stream',
    data,
    example,
    'Server-sent events; the schema is that of the `data` of one event.',
  ),
});

/** The output of a job as server-sent events. */
export const outputAnswer = eventAnswer(
  text('An event of the job, as its sink writes it.'),
  '{"window":1,"visits":1742}',
);

import { answer, emptyAnswer, errorAnswer, schema, type AnswerNote, type Schema } from '@portolan/service';

const { text } = schema;

export const DONE = { 204: emptyAnswer('Done.') };

export const NO_CLUSTER = errorAnswer('There is no such job cluster.');
export const NAME_TAKEN = errorAnswer('The name is taken.');

export const textAnswer = (example: string, description: string): AnswerNote =>
  answer('text/plain', text(), example, description);

/** A stream of server-sent events. @param data the schema of each event; @param event an example, as JSON unless it is a text */
export const eventAnswer = (data: Schema, event: unknown): Record<number, AnswerNote> => {
  const line = typeof event === 'string' ? event : JSON.stringify(event);
  return { 200: answer('text/event-stream', data, `data: ${line}\n\n`, 'Server-sent events.') };
};

/** The output of a job as server-sent events. */
export const outputAnswer = eventAnswer(
  text('An event of the job, as its sink writes it.'),
  '{"window":1,"visits":1742}',
);

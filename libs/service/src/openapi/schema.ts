import type { AnswerNote, Schema } from './operation-notes';

/** What a schema says besides its type. */
type More = Readonly<Record<string, unknown>>;

const typed =
  (type: string) =>
  (description?: string, more: More = {}): Schema => ({ type, ...(description && { description }), ...more });

/** Builders of schemas for {@link OperationNote}s: short, so that a shape can be read at a glance. */
export const schema = {
  text: typed('string'),
  integer: typed('integer'),
  number: typed('number'),
  flag: typed('boolean'),
  /** ISO 8601, UTC. */
  moment: (description?: string): Schema => typed('string')(description, { format: 'date-time' }),
  /** ms since the epoch. */
  millis: (description = 'ms since the epoch'): Schema => typed('integer')(description),
  /** One of some texts. */
  choice: (values: readonly string[] | Readonly<Record<string, string>>, description?: string): Schema =>
    typed('string')(description, { enum: Object.values(values) }),
  list: (items: Schema, description?: string): Schema => typed('array')(description, { items }),
  /** An object with any names and values of one kind. */
  map: (values: Schema, description?: string): Schema =>
    typed('object')(description, { additionalProperties: values }),
  /** Any JSON object. */
  anything: (description?: string): Schema => typed('object')(description, { additionalProperties: true }),
  /** Or null. */
  maybe: (one: Schema): Schema =>
    '$ref' in one ? { allOf: [one], nullable: true } : { ...one, nullable: true },
  /** A schema of the document, by its name. */
  ref: (name: string): Schema => ({ $ref: `#/components/schemas/${name}` }),
  /** An object; every field is there but for those of `optional`. */
  object: (fields: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema => {
    const required = Object.keys(fields).filter((name) => !optional.includes(name));
    return { type: 'object', properties: { ...fields }, ...(required.length > 0 && { required }) };
  },
} as const;

/** An answer of one media type, with its example. */
export const answer = (type: string, body: Schema, example: unknown, description?: string): AnswerNote => ({
  ...(description && { description }),
  content: { [type]: { schema: body, example } },
});

/** An answer in JSON, with its example. */
export const jsonAnswer = (body: Schema, example: unknown, description?: string): AnswerNote =>
  answer('application/json', body, example, description);

/** An answer without a body. */
export const emptyAnswer = (description: string, location?: string): AnswerNote => ({
  description,
  ...(location && {
    headers: { Location: { description: 'Where it is.', schema: schema.text(), example: location } },
  }),
});

/** An error answer that an operation has for reasons of its own, with the API's error body. */
export const errorAnswer = (description: string): AnswerNote => ({
  description,
  content: { 'application/json': { schema: schema.ref('Error') } },
});

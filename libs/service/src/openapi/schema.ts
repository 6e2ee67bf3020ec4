import type { OpenAPIObject } from '@nestjs/swagger';
import 'reflect-metadata';

type PathItem = OpenAPIObject['paths'][string];

export type Operation = NonNullable<PathItem['get']>;

/** A schema of a document, or a reference to one. */
export type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'] as const;

/** Returns the operations of a document, path by path. */
export const operationsOf = ({
  paths,
}: OpenAPIObject): { path: string; method: string; operation: Operation }[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => (item[method] ? [{ path, method, operation: item[method] }] : [])),
  );

/** Adds schemas to a document, in place. */
export function addSchemas(document: OpenAPIObject, schemas: Readonly<Record<string, Schema>>): void {
  const { components } = document;
  document.components = { ...components, schemas: { ...components?.schemas, ...schemas } };
}

/** Removes an extension of an operation. @returns its value */
export function takeExtension<T>(operation: Operation, name: `x-${string}`): T | undefined {
  const extended = operation as unknown as Record<string, T | undefined>;
  const { [name]: value } = extended;
  delete extended[name];
  return value;
}

/** The API's error body. */
export const ERROR_CONTENT = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

export type Content = Readonly<
  Record<string, { schema?: Schema; example?: unknown; encoding?: Record<string, { contentType: string }> }>
>;

export interface AnswerNote {
  /** @default the existing description of the response */
  description?: string;
  content?: Content;
  headers?: Record<string, { description: string; schema: Schema; example?: unknown }>;
}

type More = Readonly<Record<string, unknown>>;

const typed =
  (type: string) =>
  (description?: string, more: More = {}): Schema => ({ type, ...(description && { description }), ...more });

/** A DTO whose fields {@link Field} declares. */
export type Model = abstract new (...args: never[]) => object;

interface Fields {
  schemas: Record<string, Schema>;
  optional: string[];
}

const FIELDS = Symbol('fields of a response');
/** The named schemas that references point to. */
const referenced = new WeakMap<Schema, { name: string; schema: () => Schema }>();

/** Declares the schema of a field of a response DTO. */
export const Field =
  (fieldSchema: Schema, { optional = false } = {}): PropertyDecorator =>
  (target, property) => {
    const known = Reflect.getOwnMetadata(FIELDS, target) as Fields | undefined;
    const own = known ?? { schemas: {}, optional: [] };
    own.schemas[String(property)] = fieldSchema;
    if (optional) own.optional.push(String(property));
    Reflect.defineMetadata(FIELDS, own, target);
  };

function fieldsOf(target: object | null): Fields {
  if (target === null) return { schemas: {}, optional: [] };
  const base = fieldsOf(Object.getPrototypeOf(target) as object | null);
  const own = Reflect.getOwnMetadata(FIELDS, target) as Fields | undefined;
  return {
    schemas: { ...base.schemas, ...own?.schemas },
    optional: [...base.optional, ...(own?.optional ?? [])],
  };
}

export const modelName = ({ name }: Model): string => name.replace(/Response$/, '');

/** Returns a reference to a schema of the document that is added to it wherever it is used. */
function reference(name: string, target?: () => Schema): Schema {
  const made = { $ref: `#/components/schemas/${name}` };
  if (target) referenced.set(made, { name, schema: target });
  return made;
}

/** Returns the schemas that a value refers to, directly or indirectly, by name. */
export function modelsIn(value: unknown, found: Record<string, Schema> = {}): Record<string, Schema> {
  if (typeof value !== 'object' || value === null) return found;
  const target = referenced.get(value);
  if (target && !found[target.name]) modelsIn((found[target.name] = target.schema()), found);
  for (const part of Object.values(value)) modelsIn(part, found);
  return found;
}

/** Builders of schemas for {@link AnswerNote}s: short, so that a shape can be read at a glance. */
export const schema = {
  text: typed('string'),
  integer: typed('integer'),
  number: typed('number'),
  flag: typed('boolean'),
  /** ISO 8601, UTC. */
  moment: (description?: string): Schema => typed('string')(description, { format: 'date-time' }),
  millis: (description = 'ms since the epoch'): Schema => typed('integer')(description),
  /** One of some texts. */
  choice: (values: readonly string[] | Readonly<Record<string, string>>, description?: string): Schema =>
    typed('string')(description, { enum: Object.values(values) }),
  list: (items: Schema, description?: string): Schema => typed('array')(description, { items }),
  /** An object with any names and values of one kind. */
  map: (values: Schema, description?: string): Schema =>
    typed('object')(description, { additionalProperties: values }),
  anything: (description?: string): Schema => typed('object')(description, { additionalProperties: true }),
  maybe: (one: Schema): Schema => {
    if ('$ref' in one) return { allOf: [one], nullable: true };
    // In OpenAPI 3.0 an enumeration without null excludes null.
    const choices = 'enum' in one && Array.isArray(one.enum) && { enum: [...(one.enum as unknown[]), null] };
    return { ...one, ...choices, nullable: true };
  },
  /** A schema of the document: a DTO, whose name there has no suffix `Response`, or the name of another schema. */
  ref: (target: string | Model): Schema =>
    typeof target === 'string' ? reference(target) : schema.extended(target, {}),
  /** A DTO with fields after its own, and the name of the whole in the document. */
  extended: (target: Model, more: Readonly<Record<string, Schema>>, name = modelName(target)): Schema =>
    reference(name, () => {
      const { schemas, optional } = fieldsOf(target.prototype as object);
      return schema.object({ ...schemas, ...more }, optional);
    }),
  /** A DTO without some of its fields, and the name of the rest in the document. */
  without: (target: Model, names: readonly string[], name: string): Schema =>
    reference(name, () => {
      const { schemas, optional } = fieldsOf(target.prototype as object);
      const kept = Object.entries(schemas).filter(([field]) => !names.includes(field));
      return schema.object(Object.fromEntries(kept), optional);
    }),
  /** A named schema of the document that is not an object with fixed fields. */
  named: (name: string, target: Schema): Schema => reference(name, () => target),
  /** An object whose fields are required, except those in `optional`. */
  object: (fields: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema => {
    const required = Object.keys(fields).filter((name) => !optional.includes(name));
    return { type: 'object', properties: { ...fields }, ...(required.length > 0 && { required }) };
  },
} as const;

/** Returns an answer of one media type, with its example. */
export const answer = (type: string, body: Schema, example: unknown, description?: string): AnswerNote => ({
  ...(description && { description }),
  content: { [type]: { schema: body, example } },
});

/** Returns an answer in JSON, with its example. */
export const jsonAnswer = (body: Schema, example: unknown, description?: string): AnswerNote =>
  answer('application/json', body, example, description);

export const emptyAnswer = (description: string, location?: string): AnswerNote => ({
  description,
  ...(location && {
    headers: { Location: { description: 'Where it is.', schema: schema.text(), example: location } },
  }),
});

/** Returns an error response specific to an operation, with the API's error body. */
export const errorAnswer = (description: string): AnswerNote => ({ description, content: ERROR_CONTENT });

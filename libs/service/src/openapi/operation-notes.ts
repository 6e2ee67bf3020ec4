import type { OpenAPIObject } from '@nestjs/swagger';
import type { SocketNotes } from './sockets';

type PathItem = OpenAPIObject['paths'][string];
type Operation = NonNullable<PathItem['get']>;
type Content = Record<string, { schema?: Schema; example?: unknown }>;

/** A schema of the document, or a reference to one. */
export type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

/** One answer of an operation. */
export interface AnswerNote {
  /** Kept as the controller says it when left out. */
  description?: string;
  /** By media type. */
  content?: Content;
  headers?: Record<string, { description: string; schema: Schema; example?: unknown }>;
}

/** What a controller can not say well about one of its operations. */
export interface OperationNote {
  /** What clients call it: a verb and what it acts on, unique in the API. */
  id: string;
  /** Another address of the same operation, kept for older clients: clients are not generated for it. */
  alias?: boolean;
  description?: string;
  /** An example of the body; with `schema`, what the body is. */
  body?: { example: unknown; schema?: Schema };
  /** By status. An answer that has a body has an example. */
  answers?: Readonly<Record<number, AnswerNote>>;
  /** Statuses that most operations have and this one has not: 503 of one that needs no server. */
  never?: readonly number[];
}

/** Names, schemas and examples of an API's operations, beside the controllers that carry them out. */
export interface ApiNotes {
  /** Schemas of answers, by name. */
  schemas: Readonly<Record<string, Schema>>;
  /** By verb and path: `GET /api/v3/jobs/{id}`. */
  operations: Readonly<Record<string, OperationNote>>;
  /** Addresses that can become a websocket. */
  sockets?: SocketNotes;
}

/**
 * Puts the notes into a document. A note about an operation that the document does not have is ignored: which
 * routes there are depends on the roles of the process.
 * @returns the document, changed in place
 */
export function withNotes(document: OpenAPIObject, notes: ApiNotes): OpenAPIObject {
  document.components ??= {};
  document.components.schemas = { ...document.components.schemas, ...notes.schemas };
  for (const [key, note] of Object.entries(notes.operations)) {
    const operation = operationOf(document, key);
    if (operation) apply(operation, note);
  }
  return document;
}

/** Every operation of a document as notes name them. */
export const operationKeys = (document: OpenAPIObject): string[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    ['get', 'put', 'post', 'delete', 'patch']
      .filter((method) => method in item)
      .map((method) => `${method.toUpperCase()} ${path}`),
  );

/** The operation `GET /path`, when there is one. */
export function operationOf(document: OpenAPIObject, key: string): Operation | undefined {
  const [method = '', path = ''] = key.split(' ', 2);
  return document.paths[path]?.[method.toLowerCase() as 'get'];
}

function apply(operation: Operation, note: OperationNote): void {
  operation.operationId = note.id;
  if (note.description !== undefined) operation.description = note.description;
  if (note.alias) operation.deprecated = true;
  if (note.body) addBody(operation, note.body);
  for (const [status, answer] of Object.entries(note.answers ?? {})) addAnswer(operation, status, answer);
  for (const status of note.never ?? []) delete operation.responses[String(status)];
}

function addBody(operation: Operation, { example, schema }: NonNullable<OperationNote['body']>): void {
  const body = operation.requestBody as { content?: Content; required?: boolean } | undefined;
  const content = body?.content ?? { 'application/json': {} };
  for (const one of Object.values(content)) {
    one.example = example;
    if (schema) one.schema = schema;
  }
  operation.requestBody = { required: true, ...body, content };
}

function addAnswer(
  operation: Operation,
  status: string,
  { description, content, headers }: AnswerNote,
): void {
  const known = operation.responses[status] as { description?: string } | undefined;
  const said = description ?? known?.description ?? '';
  operation.responses[status] = {
    ...known,
    description: said === '' ? 'Done.' : said,
    ...(content && { content }),
    ...(headers && { headers }),
  };
}

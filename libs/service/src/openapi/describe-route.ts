import { applyDecorators } from '@nestjs/common';
import { ApiExtension, ApiOperation, type OpenAPIObject } from '@nestjs/swagger';
import {
  addSchemas,
  modelsIn,
  operationsOf,
  takeExtension,
  type AnswerNote,
  type Content,
  type Operation,
  type Schema,
} from './schema';

/** The field of an operation that holds the index of its note until the document is complete. */
const NOTE_EXTENSION = 'x-note';

/**
 * Names of operations, which become functions of clients. Names that Swagger generates for undescribed handlers contain a `_`.
 */
const NAME = /^[a-z][a-zA-Z0-9]*$/;

/** Notes of all described routes; an operation names its own by index, because Swagger copies what extensions hold. */
const declared: RouteNote[] = [];

export interface RouteNote {
  /** Name in clients, unique in the API. A handler with several addresses has one per address; all but the first are aliases. */
  id: string | readonly string[];
  /** The route is an alias of another one for older clients: clients are not generated for it. */
  isAlias?: boolean;
  /** An example of the body, and its schema: `schema`, or `content` for several media types, of which each may have its own example. */
  body?: { example: unknown; schema?: Schema; content?: Content };
  /** By status. An answer that has a body has an example. */
  answers?: Readonly<Record<number, AnswerNote>>;
  /** Common statuses that this operation never has: 503 if it needs no server. */
  never?: readonly number[];
}

/** Describes a route at its handler: what it does, its name, examples, and the DTOs of its responses. */
export function Describe(summary: string, note: RouteNote): MethodDecorator {
  const index = declared.push(note) - 1;
  const { content } = note.body ?? {};
  const requestBody = content && { required: true, content };
  return applyDecorators(
    ApiOperation({ summary, ...(requestBody && { requestBody }) }),
    ApiExtension(NOTE_EXTENSION, index),
  );
}

/**
 * Adds the descriptions that handlers declare with {@link Describe} to a document, in place.
 * @throws for a missing description or name, a duplicate name, or a status in `never` that the operation does not have
 */
export function withNotes(document: OpenAPIObject): OpenAPIObject {
  const found = new Map<number, number>();
  const names = new Set<string>();
  const schemas: Record<string, Schema> = {};
  for (const { path, method, operation } of operationsOf(document)) {
    const key = `${method.toUpperCase()} ${path}`;
    const index = takeExtension<number>(operation, NOTE_EXTENSION) ?? -1;
    const note = declared[index];
    if (note) {
      const address = found.get(index) ?? 0;
      found.set(index, address + 1);
      apply(operation, note, key, address);
      modelsIn(note, schemas);
    }
    const { operationId = '' } = operation;
    if (!NAME.test(operationId)) throw new Error(`${key} is not described: its handler has no @Describe`);
    if (names.has(operationId)) throw new Error(`${key} has the name of another operation: ${operationId}`);
    names.add(operationId);
  }
  addSchemas(document, schemas);
  return document;
}

function apply(operation: Operation, note: RouteNote, key: string, address: number): void {
  const name = typeof note.id === 'string' ? note.id : note.id[address];
  if (name === undefined) throw new Error(`${key} has no name: its handler has more addresses than names`);
  operation.operationId = name;
  if (note.isAlias === true || address > 0) operation.deprecated = true;
  if (note.body) addBody(operation, note.body);
  for (const [status, answer] of Object.entries(note.answers ?? {})) addAnswer(operation, status, answer);
  for (const status of note.never ?? []) {
    if (!operation.responses[status]) throw new Error(`${key} has no answer ${status} that is to be removed`);
    delete operation.responses[status];
  }
}

function addBody(operation: Operation, { example, schema }: NonNullable<RouteNote['body']>): void {
  const body = operation.requestBody as { content?: Content } | undefined;
  const bodies = Object.entries(body?.content ?? { 'application/json': {} });
  const own = schema && { schema };
  operation.requestBody = {
    required: true,
    ...body,
    content: Object.fromEntries(bodies.map(([type, one]) => [type, { example, ...one, ...own }])),
  };
}

function addAnswer(operation: Operation, status: string, answer: AnswerNote): void {
  const known = operation.responses[status] as { description?: string } | undefined;
  const said = answer.description ?? known?.description ?? '';
  operation.responses[status] = { ...known, ...answer, description: said === '' ? 'Done.' : said };
}

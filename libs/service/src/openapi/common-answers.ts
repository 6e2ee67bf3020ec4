import type { OpenAPIObject } from '@nestjs/swagger';
import { ErrorKind, ServiceError, type ErrorFormat } from '../errors/service-error';
import { ERROR_CONTENT, addSchemas, operationsOf, type Operation, type Schema } from './schema';

export interface DocumentedLimits {
  /** Routes that launched processes report to: their rate is not limited. */
  reports?: readonly string[];
  /** Bodies are read as JSON, whatever their media type. */
  readsAnyType?: boolean;
  /** The schema of error bodies; unless given, it is made from such a body, whose values become the examples. */
  errorSchema?: Schema;
}

interface Choices {
  anyOf?: Choices[];
  enum?: unknown[];
  nullable?: boolean;
}

/** Addresses of the platform, which have their own responses and never read a body. */
const PLATFORM = /^\/(health|metrics)(\/|$)/;

const SENTENCES: Readonly<Record<string, string>> = {
  400: 'The request cannot be read, or one of its fields is invalid; the message names it.',
  404: 'There is no such resource.',
  405: 'The address exists, but not with this method; `Allow` lists its methods.',
  412: 'A rule of a field is broken; the message names it.',
  413: 'The body is too large.',
  415: 'The media type of the body is not supported.',
  429: 'The client has exceeded its requests per minute; `Retry-After` says when to retry.',
  431: 'The address and the headers are too long.',
  503: 'Database or Redis is unreachable; `Retry-After` says when to retry.',
};

/**
 * Adds the responses common to every operation, with the API's error body, and names of path parameters, in place.
 * Responses that an operation documents itself are kept.
 */
export function withCommonAnswers(
  document: OpenAPIObject,
  format: ErrorFormat,
  service: DocumentedLimits = {},
): OpenAPIObject {
  addSchemas(document, { Error: service.errorSchema ?? errorSchema(format) });
  for (const { path, operation } of operationsOf(document)) {
    nameParameters(path, operation);
    withoutNull(operation);
    const statuses = [...commonStatuses(path, operation, service), ...constraintStatuses(operation, format)];
    for (const status of statuses)
      operation.responses[status] ??= { description: SENTENCES[status] ?? '', content: ERROR_CONTENT };
    describeErrors(operation);
  }
  return document;
}

/** Returns the statuses of an operation with causes outside of the operation. */
function commonStatuses(path: string, operation: Operation, service: DocumentedLimits): string[] {
  if (PLATFORM.test(path)) return ['405', '431'];
  const body = operation.requestBody ? ['413', ...(service.readsAnyType ? [] : ['415'])] : [];
  const isReport = service.reports?.some((route) => route.replace(/:(\w+)/g, '{$1}') === path);
  // The handshake of a websocket looks for no resource, and needs neither database nor Redis.
  const isSocket = isSocketOnly(operation);
  const reads = Boolean(operation.requestBody) || (operation.parameters ?? []).length > 0;
  return [
    ...(reads ? ['400'] : []),
    ...(path.includes('{') && !isSocket ? ['404'] : []),
    '405',
    ...body,
    ...(isReport ? [] : ['429']),
    '431',
    ...(isSocket ? [] : ['503']),
  ];
}

/** Returns the status of a broken field rule where it differs from that of an unreadable request. */
function constraintStatuses(operation: Operation, { statuses }: ErrorFormat): string[] {
  const status = statuses?.[ErrorKind.Constraint];
  const chooses = operation.parameters?.some(
    (one) => 'name' in one && one.in === 'query' && one.name === 'status',
  );
  return status !== undefined && (operation.requestBody || chooses) ? [String(status)] : [];
}

/** Every error has the API's body, also those that an operation documents itself. */
function describeErrors(operation: Operation): void {
  for (const [status, answer] of Object.entries(operation.responses)) {
    if (Number(status) >= 400 && answer && !('$ref' in answer)) answer.content ??= ERROR_CONTENT;
  }
}

/** Returns the error body of an API, from a body that it made: every field with its type and an example. */
function errorSchema(format: ErrorFormat): Schema {
  const error = new ServiceError(ErrorKind.NotFound, 'no such resource');
  const body = format.body({ status: 404, error, requestId: '5e3c1f5a', now: 1_700_000_000_000 });
  const fields = Object.entries<unknown>({ ...body });
  const schemaOf = (example: unknown) => ({
    type: typeof example === 'number' ? 'number' : 'string',
    example,
  });
  const properties = Object.fromEntries(fields.map(([name, example]) => [name, schemaOf(example)]));
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** A wildcard of a route is called `*`; in the document it has the name from its address. */
function nameParameters(path: string, operation: Operation): void {
  const named = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name);
  for (const parameter of operation.parameters ?? []) {
    if ('name' in parameter && parameter.name === '*') parameter.name = named.at(-1) ?? 'path';
  }
}

/** An optional field of a query may be absent, but an address has no way to write null. */
function withoutNull(operation: Operation): void {
  for (const parameter of operation.parameters ?? []) {
    const schema = ('schema' in parameter ? (parameter.schema ?? {}) : {}) as Choices;
    for (const one of [schema, ...(schema.anyOf ?? [])]) {
      delete one.nullable;
      if (one.enum) one.enum = one.enum.filter((choice) => choice !== null);
    }
  }
}

export interface SocketNote {
  /** Unique in the API; the operation at the same address, where there is one, keeps its own. */
  id: string;
  summary: string;
  tag: string;
  frames: string;
}

/** Websockets by address: `/api/v1/events/{id}`. */
export type SocketNotes = Readonly<Record<string, SocketNote>>;

/**
 * Adds websocket handshakes to a document, in place: GET with the answer 101, beside an ordinary answer of the address.
 * @param isThere whether this process has the websocket
 */
export function withSockets(
  document: OpenAPIObject,
  sockets: SocketNotes,
  isThere: (path: string) => boolean = () => true,
): OpenAPIObject {
  for (const [path, note] of Object.entries(sockets)) {
    if (!isThere(path)) continue;
    const { responses } = ((document.paths[path] ??= {}).get ??= socketOnly(path, note));
    responses['101'] = {
      description: `The websocket is open, requested with \`Upgrade: websocket\`. ${note.frames}`,
    };
    responses['403'] ??= {
      description: 'Pages of origins other than the service and `CORS_ORIGINS` are refused.',
    };
  }
  return document;
}

/** Reports whether an operation's address serves websockets only. */
const isSocketOnly = ({ responses }: Operation): boolean =>
  '101' in responses && !Object.keys(responses).some((status) => status.startsWith('2'));

const socketOnly = (path: string, { id, summary, tag }: SocketNote): Operation => ({
  operationId: id,
  summary,
  tags: [tag],
  parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  })),
  responses: {
    400: { description: 'The request is not a websocket handshake that conforms to RFC 6455.' },
  },
});

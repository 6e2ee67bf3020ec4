import type { OpenAPIObject } from '@nestjs/swagger';
import type { ErrorFormat } from '../errors/error-format';
import { ErrorKind, ServiceError } from '../errors/service-error';
import { isSocketOnly } from './sockets';

type PathItem = OpenAPIObject['paths'][string];
type Operation = NonNullable<PathItem['get']>;
type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

/** What of a service its limits depend on. */
export interface DocumentedLimits {
  /** Routes that launched processes report to: their rate is not limited. */
  reports?: readonly string[];
  /** Bodies are taken for JSON whatever type they say they are of. */
  readsAnyType?: boolean;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'] as const;
const ERROR = 'Error';
const ERROR_CONTENT = { 'application/json': { schema: { $ref: `#/components/schemas/${ERROR}` } } };
/** Addresses of the platform, which answer in their own way and never read a body. */
const PLATFORM = /^\/(health|metrics)(\/|$)/;

const SENTENCES: Readonly<Record<string, string>> = {
  400: 'What was sent can not be read, or a field of it can not be taken; the message names it.',
  404: 'There is no such resource.',
  405: 'The address exists, but not with this verb; `Allow` names those it has.',
  412: 'A rule of a field is broken; the message names it.',
  413: 'The body is too large.',
  415: 'The body is of a type that is not read.',
  429: 'The client has sent more than it may a minute; `Retry-After` says when to ask again.',
  431: 'The address and the headers are too long.',
  503: 'Database or Redis is away; `Retry-After` says when to ask again.',
};

/**
 * Adds to a document what is true of every operation of an API and so is written nowhere else: the answers of the
 * service's own rules (design §6) with the API's error body, one id per operation, and names of path parameters.
 * What an operation documents itself is kept.
 * @param document as Swagger made it from the controllers; changed in place
 * @returns the document
 */
export function withCommonAnswers(
  document: OpenAPIObject,
  format: ErrorFormat,
  service: DocumentedLimits = {},
): OpenAPIObject {
  document.components ??= {};
  document.components.schemas = { ...document.components.schemas, [ERROR]: errorSchema(format) };
  const taken = new Set<string>();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      nameParameters(path, operation);
      operation.operationId = unique(operation.operationId ?? `${method}_${slug(path)}`, path, taken);
      for (const status of commonStatuses(path, operation, service)) addAnswer(operation, status);
      for (const status of constraintStatuses(operation, format)) addAnswer(operation, status);
      describeErrors(operation);
    }
  }
  return document;
}

/** The statuses that an operation can have for reasons that are not its own. */
function commonStatuses(path: string, operation: Operation, service: DocumentedLimits): string[] {
  if (PLATFORM.test(path)) return ['405', '431'];
  const body = operation.requestBody ? ['413', ...(service.readsAnyType ? [] : ['415'])] : [];
  const isReport = service.reports?.some((route) => route.replace(/:(\w+)/g, '{$1}') === path);
  // The router does not have its address, and neither database nor Redis is asked before it is open.
  const isSocket = isSocketOnly(operation);
  const reads = Boolean(operation.requestBody) || (operation.parameters ?? []).length > 0;
  return [
    ...(reads ? ['400'] : []),
    ...(path.includes('{') ? ['404'] : []),
    ...(isSocket ? [] : ['405']),
    ...body,
    ...(isReport ? [] : ['429']),
    '431',
    ...(isSocket ? [] : ['503']),
  ];
}

/** What an API answers when a rule of a field is broken, where it is not what it answers to what can't be read. */
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

function addAnswer(operation: Operation, status: string): void {
  operation.responses[status] ??= { description: SENTENCES[status] ?? '', content: ERROR_CONTENT };
}

/** The error body of an API, from a body that it made: every field with its type and an example. */
function errorSchema(format: ErrorFormat): Schema {
  const error = new ServiceError(ErrorKind.NotFound, 'no such resource');
  const body = format.body({ status: 404, error, requestId: '5e3c1f5a', now: 1_700_000_000_000 });
  const fields = Object.entries(body) as [string, unknown][];
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(([name, example]) => [
        name,
        { type: typeof example === 'number' ? 'number' : 'string', example },
      ]),
    ),
    required: fields.map(([name]) => name),
  };
}

/** A wildcard of a route is called `*`; in the document it has the name that stands in its address. */
function nameParameters(path: string, operation: Operation): void {
  const named = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
  for (const parameter of operation.parameters ?? []) {
    if ('name' in parameter && parameter.name === '*') parameter.name = named.at(-1) ?? 'path';
  }
}

/** The handler of several routes would give them one id: those after the first get their path in it. */
function unique(id: string, path: string, taken: Set<string>): string {
  const base = id.replace(/\[\d+\]$/, '');
  const name = taken.has(base) ? `${base}_${slug(path)}` : base;
  taken.add(name);
  return name;
}

const slug = (path: string): string =>
  path
    .replace(/[{}]/g, '')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');

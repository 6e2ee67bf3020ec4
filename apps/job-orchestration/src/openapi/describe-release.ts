import type { OpenAPIObject } from '@nestjs/swagger';
import { ERROR_CONTENT, ErrorKind, operationsOf, type Operation } from '@portolan/service';
import { anyCase } from '@portolan/validation';
import { ignoresUnknown } from '../compatibility/genie';
import type { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { JOB_STATES } from '../jobs/job-status';
import { exampleIn, type Node } from './example-of-release';
import {
  ENDPOINTS,
  FIELDS,
  LINKED_APPLICATIONS,
  MISSING_JOB_FILTERS,
  RELEASES,
  perRelease,
  type FieldRule,
  type Release,
  type Shape,
} from '../releases/release-table';

type Settings = Pick<JobOrchestrationConfig, 'API_RELEASE' | 'COMPATIBILITY'>;

/** Schemas of the document whose fields the release table knows. */
const SHAPES: Readonly<Record<string, Shape>> = {
  ApplicationRequest: 'application',
  Application: 'application',
  ListedApplication: 'application',
  ClusterRequest: 'cluster',
  Cluster: 'cluster',
  ListedCluster: 'cluster',
  ResolvedCluster: 'cluster',
  CommandRequest: 'command',
  Command: 'command',
  ListedCommand: 'command',
  JobSubmission: 'request',
  JobRequestView: 'request',
  Job: 'job',
  JobExecution: 'execution',
};
/** The schemas among them that the rules of the table restrict: views may show values of another release. */
const RESTRICTED = /Request$|Submission$/;

/** Texts that compare releases or describe a later one, each with those that replace it in 3.2 and in 4.0. */
export const TEXTS: readonly [string, in32: string, in40: string][] = [
  ['At most 1000 characters from release 4.0 on.', '', 'At most 1000 characters.'],
  ['at most 1024 characters, 255 in release 3.2.', 'at most 255 characters.', 'at most 1024 characters.'],
  ['Milliseconds; ignored from release 4.3 on.', 'Milliseconds.', 'Milliseconds.'],
  [' (3.2; later releases take it and do nothing)', '', '; accepted without effect'],
  [', or follow it while the job runs', '', ''],
  ['; or only the failed elements of an array', '', ''],
];
const LINKED = ', or an application is linked to a command';

/**
 * Makes the document, which is that of the newest release, describe the release and the conventions that the process serves, in
 * place (V3-REL-6). Addresses that the release does not have are absent already: their controllers are not registered.
 */
export function describeRelease(document: OpenAPIObject, settings: Settings): void {
  const { API_RELEASE: release, COMPATIBILITY: compatibility } = settings;
  const isNewest = release === RELEASES.at(-1);
  if (isNewest && compatibility === 'none') return;
  const schemas = (document.components?.schemas ?? {}) as Record<string, Node>;
  const operations = operationsOf(document).map(({ operation }) => operation);
  if (!isNewest) {
    document.info.description = `${document.info.description} Release ${release}.`;
    for (const [name, schema] of Object.entries(schemas)) restrict(name, schema, release);
    for (const operation of operations) narrow(operation, release);
    rewrite({ paths: document.paths, schemas }, release);
  }
  if (ignoresUnknown(compatibility)) operations.forEach(acceptAnySort);
  for (const content of operations.flatMap(contentsOf))
    if (content.example !== undefined)
      content.example = exampleIn({ release, compatibility, schemas }, content.example, content.schema);
  removeUnused(document, schemas);
}

/** Applies the rules of the release table to a schema. */
function restrict(name: string, schema: Node, release: Release): void {
  const shape = SHAPES[name];
  if (!shape) return;
  for (const [field, rules] of Object.entries(FIELDS[shape])) {
    if (rules[release] === null) removeField(schema, field);
    else if (RESTRICTED.test(name)) limit(schema, field, rules[release]);
  }
}

function removeField(schema: Node, field: string): void {
  delete schema.properties?.[field];
  if (schema.required) schema.required = schema.required.filter((name) => name !== field);
  if (!schema.then?.required?.includes(field)) return;
  delete schema.if;
  delete schema.then;
}

function limit(schema: Node, field: string, { required, min, max }: NonNullable<FieldRule>): void {
  const property = schema.properties?.[field];
  if (!property) throw new Error(`the document has no field ${field}, for which the releases have a rule`);
  const types = [property.type ?? []].flat();
  const [least, most] = types.includes('string') ? ['minLength', 'maxLength'] : ['minimum', 'maximum'];
  Object.assign(property, min !== undefined && { [least]: min }, max !== undefined && { [most]: max });
  if (!required) return;
  property.type = types.filter((type) => type !== 'null');
  schema.required = [...(schema.required ?? []), field];
}

/** Removes parameters, headers and statuses that the release does not have, and adds those that only it has. */
function narrow(operation: Operation, release: Release): void {
  const { operationId = '', responses } = operation;
  const missing = missingIn(release)[operationId] ?? [];
  operation.parameters = operation.parameters?.filter(
    (one) => !('name' in one && missing.includes(one.name)),
  );
  for (const response of Object.values(responses) as { headers?: Record<string, unknown> }[])
    for (const header of missing) delete response.headers?.[header];
  if (operationId === 'rerunJob' && missing.includes('failed')) delete responses['409'];
  const refused = responses['400'] as { description: string } | undefined;
  if (LINKED_APPLICATIONS[release] === ErrorKind.Constraint && refused?.description.includes(LINKED)) {
    refused.description = refused.description.replace(LINKED, '');
    responses['412'] = { description: 'An application is linked to a command.', content: ERROR_CONTENT };
  }
}

/** Returns the parameters and headers that a release does not have, by operation. */
function missingIn(release: Release): Readonly<Record<string, readonly string[]>> {
  const { outputViews, jobGraph } = ENDPOINTS[release];
  const views = ['follow', 'offset', 'tail', 'Portolan-Attempt', 'Portolan-Offset'];
  return {
    listJobs: MISSING_JOB_FILTERS[release],
    killJobs: MISSING_JOB_FILTERS[release],
    getJobOutput: outputViews ? [] : views,
    rerunJob: jobGraph ? [] : ['failed'],
  };
}

/** Replaces texts, and choices among the states of a job. */
function rewrite(node: unknown, release: Release): void {
  if (typeof node !== 'object' || node === null) return;
  const texts = node as { description?: unknown; summary?: unknown };
  for (const key of ['description', 'summary'] as const) {
    const text = texts[key];
    if (typeof text !== 'string') continue;
    texts[key] = textIn(text, release);
    if (texts[key] === '') delete texts[key];
  }
  withStates(node, release);
  for (const [key, part] of Object.entries(node)) if (key !== 'example') rewrite(part, release);
}

const textIn = (text: string, release: Release): string =>
  TEXTS.reduce(
    (read, [found, in32, in40]) => read.replace(found, perRelease(in32, in40, found)[release]),
    text,
  );

function withStates(node: Node, release: Release): void {
  const all = Object.keys(JOB_STATES['4.3']);
  const missing = all.filter((state) => !Object.hasOwn(JOB_STATES[release], state));
  if (all.every((state) => node.enum?.includes(state)))
    node.enum = node.enum?.filter((state) => !missing.includes(state as string));
  if (node.pattern !== undefined)
    node.pattern = missing.reduce((read, state) => read.replaceAll(`${anyCase(state)}|`, ''), node.pattern);
}

/** Describes searches that ignore an unknown sort field. */
function acceptAnySort({ parameters = [] }: Operation): void {
  for (const parameter of parameters) {
    if (!('name' in parameter) || parameter.name !== 'sort') continue;
    parameter.description = 'An unknown field is ignored.';
    parameter.schema = { type: 'array', items: { type: 'string' } };
  }
}

interface Content {
  schema?: Node;
  example?: unknown;
}

/** Returns the bodies of an operation, of its request and of its responses. */
function contentsOf({ requestBody, responses }: Operation): Content[] {
  const holders = [requestBody, ...Object.values(responses)] as { content?: Record<string, Content> }[];
  return holders.flatMap((holder) => Object.values(holder?.content ?? {}));
}

/** Removes the schemas that no operation refers to any more. */
function removeUnused({ paths }: OpenAPIObject, schemas: Record<string, Node>): void {
  const used = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const name = '$ref' in node ? String(node.$ref).split('/').at(-1) : undefined;
    if (name !== undefined && !used.has(name)) {
      used.add(name);
      visit(schemas[name]);
    }
    Object.values(node).forEach(visit);
  };
  visit(paths);
  for (const name of Object.keys(schemas)) if (!used.has(name)) delete schemas[name];
}

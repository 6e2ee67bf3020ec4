import { ErrorKind } from '@portolan/service';
import { ValidationFailedError, type FieldError } from '@portolan/validation';

/** The releases of the API (V3-REL-1); each has all fields of the one before unless the release table says otherwise. */
export const RELEASES = ['3.2', '4.0', '4.3'] as const;
export type Release = (typeof RELEASES)[number];

/** A value for each release. */
export type PerRelease<T> = Readonly<Record<Release, T>>;

/** Documents whose fields differ between the releases. */
export type Shape = 'application' | 'cluster' | 'command' | 'request' | 'job' | 'execution';

/** Limits of a field in one release; `null`: the field does not exist. Sizes in characters, numbers by their value. */
export type FieldRule = { required?: true; min?: number; max?: number } | null;

type Fields = Readonly<Record<string, PerRelease<FieldRule>>>;

/** Returns values by release; without a third one 4.3 has that of 4.0. */
export const perRelease = <T>(in32: T, in40: T, in43: T = in40): PerRelease<T> => ({
  '3.2': in32,
  '4.0': in40,
  '4.3': in43,
});

const since40 = perRelease<FieldRule>(null, {});
const since43 = perRelease<FieldRule>(null, null, {});
const COMMON: Fields = { description: perRelease<FieldRule>({}, { max: 1000 }), metadata: since40 };
const COMMAND_ARGS = perRelease<FieldRule>({ required: true, min: 1, max: 10_000 }, { max: 10_000 });
const GROUPING = { grouping: since40, groupingInstance: since40 };

/**
 * Every field that differs between the releases (V3-REL-2, V3-REL-3, V3-REL-4). A field that is not listed is the same in all;
 * its rules are in the DTOs.
 */
export const FIELDS: Readonly<Record<Shape, Fields>> = {
  application: COMMON,
  cluster: {
    ...COMMON,
    // The order of links that clients of 3.2 create: stored for them, shown in no document.
    linkedCommands: perRelease<FieldRule>(null, null),
  },
  command: {
    ...COMMON,
    executable: perRelease<FieldRule>({ required: true, min: 1, max: 255 }, { max: 1024 }),
    executableAndArguments: since40,
    checkDelay: perRelease<FieldRule>({ required: true, min: 1 }, { required: true, min: 1 }, {}),
    clusterCriteria: since40,
    runtime: since43,
  },
  request: {
    ...COMMON,
    commandArgs: COMMAND_ARGS,
    commandArguments: since40,
    ...GROUPING,
    runtime: since43,
    priority: since43,
    dependsOn: since43,
    retry: since43,
    array: since43,
  },
  job: { ...COMMON, commandArgs: COMMAND_ARGS, ...GROUPING },
  execution: { archiveStatus: since43, launcherExt: since43, runtime: since43 },
};

/** Search filters of jobs that a release lacks (docs/contract/jobs.md, Search parameters). */
export const MISSING_JOB_FILTERS = perRelease<readonly string[]>(
  ['grouping', 'groupingInstance', 'arrayId', 'nodeId'],
  ['arrayId', 'nodeId'],
  [],
);

/** Addresses that only some releases have, and differences behind those that all have. */
interface Endpoints {
  /** `/jobs/{id}/metadata`, and the links to it. */
  jobMetadata: boolean;
  /** `/commands/{id}/clusterCriteria` and `/resolvedClusters`. */
  clusterCriteria: boolean;
  /** `/jobs/{id}/dependencies`, `/jobs/{id}/attempts`, `/jobs/{id}/array`, `/jobs/{id}/queue`. */
  jobGraph: boolean;
  /** `/schedules`. */
  schedules: boolean;
  /** `/jobChanges`, `/jobStatistics`. */
  jobOverview: boolean;
  /** Whether writes to `/clusters/{id}/commands` link; from 4.0 on they do nothing (docs/contract/jobs.md, Routes). */
  clusterCommandsLink: boolean;
  /** `follow`, `offset` and `tail` of files of jobs, and the header `Portolan-Attempt`. */
  outputViews: boolean;
}

export const ENDPOINTS = perRelease<Endpoints>(
  {
    jobMetadata: false,
    clusterCriteria: false,
    jobGraph: false,
    schedules: false,
    jobOverview: false,
    clusterCommandsLink: true,
    outputViews: false,
  },
  {
    jobMetadata: true,
    clusterCriteria: true,
    jobGraph: false,
    schedules: false,
    jobOverview: false,
    clusterCommandsLink: false,
    outputViews: false,
  },
  {
    jobMetadata: true,
    clusterCriteria: true,
    jobGraph: true,
    schedules: true,
    jobOverview: true,
    clusterCommandsLink: false,
    outputViews: true,
  },
);

/** The error kind of a removal of all applications while commands are linked to some (V3-APP-10). */
export const LINKED_APPLICATIONS = perRelease<ErrorKind>(ErrorKind.Constraint, ErrorKind.Malformed);

/** Generation of the interface between job and service, which scripts read from `PORTOLAN_VERSION`. */
export const JOB_INTERFACE = perRelease('3', '4');

export const hasField = (release: Release, shape: Shape, field: string): boolean =>
  FIELDS[shape][field]?.[release] !== null;

/** Returns a view without the fields that the release does not have. */
export function shownIn<T extends object>(release: Release, shape: Shape, view: T): Partial<T> {
  const shown = { ...view } as Record<string, unknown>;
  for (const field of Object.keys(FIELDS[shape])) if (!hasField(release, shape, field)) delete shown[field];
  return shown as Partial<T>;
}

/** Removes the fields that a release does not have from an unchecked body, whatever their values. */
export function knownIn(release: Release, shape: Shape, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  // A body may have 100,000 unknown fields: it is copied only when there is a field to remove.
  const lacks = (field: string): boolean => !hasField(release, shape, field) && Object.hasOwn(body, field);
  return Object.keys(FIELDS[shape]).some(lacks) ? shownIn(release, shape, body) : body;
}

/**
 * Returns the part of a checked request that counts in a release: fields that it does not have are ignored like unknown ones.
 * @param shown the document to replace, as clients see it: values sent back unchanged are accepted, whatever their size
 * @throws ValidationFailedError when a rule of this release is broken
 */
export function readIn<T extends object>(release: Release, shape: Shape, request: T, shown: object = {}): T {
  const before = shown as Record<string, unknown>;
  const errors = Object.entries(FIELDS[shape]).flatMap(([field, rules]) => {
    const value = (request as Record<string, unknown>)[field];
    return value != null && value === before[field] ? [] : brokenBy(field, value, rules[release]);
  });
  if (errors.length > 0) throw new ValidationFailedError(errors);
  return shownIn(release, shape, request) as T;
}

function brokenBy(field: string, value: unknown, rule: FieldRule): FieldError[] {
  if (rule === null) return [];
  const { required, min = -Infinity, max = Infinity } = rule;
  const error = (kind: FieldError['kind'], name: string, what: string): FieldError[] => [
    { field, kind, rule: name, message: `${field} ${what}` },
  ];
  if (value === undefined) return required ? error('absent', 'isDefined', 'is required') : [];
  if (value === null) return required ? error('constraint', 'isDefined', 'must not be null') : [];
  const size = typeof value === 'string' ? [...value].length : value;
  if (typeof size !== 'number') return [];
  if (size < min) return error('constraint', 'min', `must be at least ${min}`);
  return size > max ? error('constraint', 'max', `must be at most ${max}`) : [];
}

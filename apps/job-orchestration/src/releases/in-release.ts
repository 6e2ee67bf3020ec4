import { ValidationFailedError, type FieldError } from '@portolan/validation';
import type { JobStatus } from '../jobs/job-status';
import type { Release } from './release';
import { FIELDS, JOB_STATES, type FieldRule, type Shape } from './release-table';

/** Tells whether a field exists in a release. */
export const hasField = (release: Release, shape: Shape, field: string): boolean =>
  FIELDS[shape][field]?.[release] !== null;

/** A view without the fields that the release does not have. */
export function shownIn<T extends object>(release: Release, shape: Shape, view: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(view).filter(([field]) => hasField(release, shape, field)),
  ) as Partial<T>;
}

/**
 * What of a checked request counts in a release: fields that it does not have are left out, as every unknown field is.
 *
 * @param shown what the request replaces, as clients see it: what they send back unchanged is taken, whatever its size
 * @throws ValidationFailedError when a rule that only this release has is broken.
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
  const { required, min, max } = rule;
  if (value === undefined) return required ? [error(field, 'absent', 'isDefined', 'is required')] : [];
  if (value === null) return required ? [error(field, 'constraint', 'isDefined', 'must not be null')] : [];
  const size = typeof value === 'string' ? [...value].length : value;
  if (typeof size !== 'number') return [];
  if (min !== undefined && size < min) return [error(field, 'constraint', 'min', `must be at least ${min}`)];
  if (max !== undefined && size > max) return [error(field, 'constraint', 'max', `must be at most ${max}`)];
  return [];
}

function error(field: string, kind: FieldError['kind'], rule: string, what: string): FieldError {
  return { field, kind, rule, message: `${field} ${what}` };
}

const SHOWN: Readonly<Record<Release, ReadonlyMap<JobStatus, string>>> = {
  '3.2': namesOf('3.2'),
  '4.0': namesOf('4.0'),
  '4.3': namesOf('4.3'),
};

function namesOf(release: Release): ReadonlyMap<JobStatus, string> {
  const names = Object.entries(JOB_STATES[release]);
  return new Map(names.flatMap(([name, stands]) => stands.map((status) => [status, name] as const)));
}

/** A job's state as clients of the release know it. */
export const statusIn = (release: Release, status: JobStatus): string => SHOWN[release].get(status) ?? status;

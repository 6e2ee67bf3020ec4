import { ID_TAG, NAME_TAG, isSystemTag } from './system-tags';

export const CRITERION_FIELDS = ['id', 'name', 'version', 'status'] as const;

/** Requirements on a resource. A resource matches when it has all the values that the criterion gives (V3-CRIT-1). */
export interface Criterion extends Record<(typeof CRITERION_FIELDS)[number], string | null> {
  tags: readonly string[];
}

/** The fields of a resource that criteria are compared with; tags without the system tags. */
export type Matchable = Record<(typeof CRITERION_FIELDS)[number], string> & { tags: ReadonlySet<string> };

/** The criterion that every resource meets. */
export const ANY: Criterion = { id: null, name: null, version: null, status: null, tags: [] };

/**
 * Reads a v3 tag list as a criterion: `svc.id:` and `svc.name:` tags ask for id and name, blank tags are ignored, and of
 * several tags of one kind the last counts (docs/contract/jobs.md, Selection rules).
 */
export function criterionOfTags(tags: readonly string[]): Criterion {
  return normalize({ ...ANY, tags });
}

/** Returns the criterion with system tags turned into fields, without blank values and duplicate tags. */
export function normalize(criterion: Criterion): Criterion {
  const tags = criterion.tags.filter((tag) => tag.trim() !== '');
  const valueOf = (prefix: string): string | undefined =>
    tags.findLast((tag) => tag.startsWith(prefix))?.slice(prefix.length);
  return {
    id: present(criterion.id) ?? valueOf(ID_TAG) ?? null,
    name: present(criterion.name) ?? valueOf(NAME_TAG) ?? null,
    version: present(criterion.version),
    status: present(criterion.status),
    tags: [...new Set(tags.filter((tag) => !isSystemTag(tag)))],
  };
}

export const matches = (criterion: Criterion, resource: Matchable): boolean =>
  CRITERION_FIELDS.every((field) => agrees(criterion[field], resource[field])) &&
  criterion.tags.every((tag) => resource.tags.has(tag));

/**
 * Merges two criteria: each field may come from either side, tags are joined. Undefined when both set a field to different
 * values (docs/contract/jobs.md, Selection rules).
 */
export function merge(one: Criterion, other: Criterion): Criterion | undefined {
  const conflicts = CRITERION_FIELDS.some(
    (field) => one[field] !== null && !agrees(other[field], one[field]),
  );
  if (conflicts) return undefined;
  return {
    id: one.id ?? other.id,
    name: one.name ?? other.name,
    version: one.version ?? other.version,
    status: one.status ?? other.status,
    tags: [...new Set([...one.tags, ...other.tags])],
  };
}

/** Returns the criterion with the given status, unless it has its own. */
export const withDefaultStatus = (criterion: Criterion, status: string): Criterion =>
  criterion.status === null ? { ...criterion, status } : criterion;

/** Reports whether a criterion gives no value at all. */
export const isEmpty = (criterion: Criterion): boolean =>
  CRITERION_FIELDS.every((field) => criterion[field] === null) && criterion.tags.length === 0;

const agrees = (wanted: string | null, value: string): boolean => wanted === null || wanted === value;

const present = (value: string | null): string | null =>
  value === null || value.trim() === '' ? null : value;

import { ID_TAG, NAME_TAG } from '../../registry/system-tags';

/** What a resource must have to be chosen. A resource matches when it has all that is given (job-orchestration-v3, Criterion). */
export interface Criterion {
  id: string | null;
  name: string | null;
  version: string | null;
  status: string | null;
  tags: readonly string[];
}

/** What a criterion looks at. */
export interface Matchable {
  id: string;
  name: string;
  version: string;
  status: string;
  /** Without the system tags. */
  tags: ReadonlySet<string>;
}

const ANY: Criterion = { id: null, name: null, version: null, status: null, tags: [] };

/**
 * A v3 tag list as a criterion: `svc.id:` and `svc.name:` tags ask for id and name, blank tags for nothing
 * (reference: jobs §5.2). Of several of one kind the last survives.
 */
export function criterionOfTags(tags: readonly string[]): Criterion {
  return normalize({ ...ANY, tags });
}

/** The same criterion with system tags turned into fields, blanks left out and tags once each. */
export function normalize(criterion: Criterion): Criterion {
  const tags = criterion.tags.filter((tag) => tag.trim() !== '');
  const valueOf = (prefix: string): string | undefined =>
    tags.findLast((tag) => tag.startsWith(prefix))?.slice(prefix.length);
  return {
    id: present(criterion.id) ?? valueOf(ID_TAG) ?? null,
    name: present(criterion.name) ?? valueOf(NAME_TAG) ?? null,
    version: present(criterion.version),
    status: present(criterion.status),
    tags: [...new Set(tags.filter((tag) => !tag.startsWith(ID_TAG) && !tag.startsWith(NAME_TAG)))],
  };
}

/** Tells whether a resource has all that a criterion asks for. */
export function matches(criterion: Criterion, resource: Matchable): boolean {
  return (
    agrees(criterion.id, resource.id) &&
    agrees(criterion.name, resource.name) &&
    agrees(criterion.version, resource.version) &&
    agrees(criterion.status, resource.status) &&
    criterion.tags.every((tag) => resource.tags.has(tag))
  );
}

/**
 * What satisfies both: each field may come from either side, tags are joined. Undefined when both set a
 * field and differ (reference: jobs §5.1).
 */
export function merge(one: Criterion, other: Criterion): Criterion | undefined {
  const fields = ['id', 'name', 'version', 'status'] as const;
  if (fields.some((field) => one[field] !== null && !agrees(other[field], one[field]))) return undefined;
  return {
    id: one.id ?? other.id,
    name: one.name ?? other.name,
    version: one.version ?? other.version,
    status: one.status ?? other.status,
    tags: [...new Set([...one.tags, ...other.tags])],
  };
}

/** The criterion with a status, when it asks for none. */
export const withDefaultStatus = (criterion: Criterion, status: string): Criterion =>
  criterion.status === null ? { ...criterion, status } : criterion;

/** Tells whether a criterion asks for nothing at all. */
export const isEmpty = ({ id, name, version, status, tags }: Criterion): boolean =>
  [id, name, version, status].every((value) => value === null) && tags.length === 0;

const agrees = (wanted: string | null, value: string): boolean => wanted === null || wanted === value;

const present = (value: string | null): string | null =>
  value === null || value.trim() === '' ? null : value;

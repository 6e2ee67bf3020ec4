/** A field that differs between two documents. */
export interface Difference {
  /** `memory`, `tags`, `runtime.resources.cpu`. */
  path: string;
  before: unknown;
  after: unknown;
}

/** Something that was not the same when the job last succeeded. */
export interface Change {
  what: 'request' | 'cluster' | 'command' | 'application' | 'node';
  id: string | null;
  text: string;
  differences: Difference[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields that differ although nobody changed anything. */
const INCIDENTAL = new Set(['id', 'created', 'updated', '_links', 'links']);

/** The fields in which two documents differ, nested ones by their path; lists are compared as a whole. */
export function differences(before: unknown, after: unknown, path = ''): Difference[] {
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names]
      .filter((name) => path !== '' || !INCIDENTAL.has(name))
      .flatMap((name) => differences(before[name], after[name], path === '' ? name : `${path}.${name}`));
  }
  const [one, other] = [before, after].map((value) => JSON.stringify(value ?? null));
  return one === other ? [] : [{ path, before: before ?? null, after: after ?? null }];
}

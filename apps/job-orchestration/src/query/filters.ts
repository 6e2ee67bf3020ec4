import { malformed } from '@portolan/service';
import { ID_TAG, NAME_TAG, isSystemTag } from '../criteria/system-tags';
import { constraint } from '../errors/error-format';

/** Part of a WHERE clause: properties are those of the entity with the alias `row`. */
export interface Condition {
  where: string;
  parameters: Readonly<Record<string, unknown>>;
  /**
   * The part of the condition that an index can use: equality of a property, a text prefix, a tag, or a scope (a column that every search
   * compares and every index contains).
   */
  indexedBy?:
    | { kind: 'equality'; property: string }
    | { kind: 'prefix' }
    | { kind: 'tag'; tag: string }
    | { kind: 'scope' };
}

/** Returns a condition on a text: equality, or a pattern if the value contains `%`; no other character is special. */
export function textCondition(property: string, name: string, value: string): Condition {
  if (!value.includes('%')) return equalityCondition(property, name, value);
  return {
    ...(value.startsWith('%') ? {} : { indexedBy: { kind: 'prefix' } as const }),
    where: `row.${property} LIKE :${name} ESCAPE '!'`,
    parameters: { [name]: value.replace(/[!_]/g, '!$&') },
  };
}

export const equalityCondition = (property: string, name: string, value: string): Condition => ({
  where: `row.${property} = :${name}`,
  parameters: { [name]: value },
  indexedBy: { kind: 'equality', property },
});

/** Returns a condition for one of several statuses; case is ignored. @throws ServiceError (constraint) for an unknown status */
export function statusCondition(
  statuses: Readonly<Record<string, string>>,
  noun: string,
  values: readonly string[],
): Condition {
  const allowed = Object.values(statuses);
  const wanted = values.map((value) => value.trim().toUpperCase());
  if (wanted.some((value) => !allowed.includes(value))) {
    throw constraint(`Unacceptable ${noun} status. Must be one of {${allowed.join(', ')}}`);
  }
  return { where: 'row.status IN (:...statuses)', parameters: { statuses: wanted } };
}

/** A table of tags, and its column with the tags' owner. */
export interface TagTable {
  name: string;
  owner: string;
}

/** Maximum number of tags in a search; more are 412 (V3-LIMIT-2). */
const SEARCH_TAGS_LIMIT = 100;
/** Further tags share a subquery, because databases accept at most 61 tables in a statement. */
const TAGS_WITH_OWN_SUBQUERY = 5;

/**
 * Returns the conditions for a resource that has all of the tags; system tags are computed, so they are compared with id and
 * name. The number of subqueries does not grow with the number of tags.
 * @throws ServiceError (constraint) for too many tags
 */
export function tagConditions(table: TagTable, tags: readonly string[], withSystem: boolean): Condition[] {
  const system = withSystem ? tags.filter(isSystemTag) : [];
  const plain = [...new Set(tags.filter((tag) => !system.includes(tag)))];
  if (tags.length > SEARCH_TAGS_LIMIT) {
    throw constraint(`tag: a search has at most ${SEARCH_TAGS_LIMIT} tags, not ${tags.length}`);
  }
  const rest = plain.slice(TAGS_WITH_OWN_SUBQUERY);
  return [
    ...system.map((tag, index): Condition => {
      const [property, prefix] = tag.startsWith(ID_TAG) ? ['id', ID_TAG] : ['name', NAME_TAG];
      const name = `systemTag${index}`;
      return { where: `row.${property} = :${name}`, parameters: { [name]: tag.slice(prefix.length) } };
    }),
    ...plain.slice(0, TAGS_WITH_OWN_SUBQUERY).map((tag, index): Condition => ({
      where: `row.id IN (SELECT ${table.owner} FROM ${table.name} WHERE tag = :tag${index})`,
      parameters: { [`tag${index}`]: tag },
      indexedBy: { kind: 'tag', tag },
    })),
    ...(rest.length > 0 ? [restCondition(table, rest)] : []),
  ];
}

/** Matches several tags in one subquery: a resource must have as many rows in it as there are tags. */
const restCondition = (table: TagTable, tags: readonly string[]): Condition => ({
  where: `(SELECT COUNT(*) FROM ${table.name} more WHERE more.${table.owner} = row.id AND more.tag IN (:...moreTags)) = :moreCount`,
  parameters: { moreTags: tags, moreCount: tags.length },
});

/** Reads a bound in ms since the epoch. @throws ServiceError (malformed) for a text that is not a number */
export function timeCondition(property: string, name: string, sign: '>=' | '<', value: string): Condition {
  if (/^-?\d{1,18}$/.test(value.trim())) {
    return { where: `row.${property} ${sign} :${name}`, parameters: { [name]: Number(value) } };
  }
  throw malformed(name, `${name} must be milliseconds since the epoch`);
}

/** Part of a statement with its parameters in order. */
export interface SqlPart {
  sql: string;
  parameters: unknown[];
}

export type ColumnOf = (property: string) => string;

/** Returns a condition as plain SQL over the alias `row`. */
export function conditionSql({ where, parameters }: Condition, columnOf: ColumnOf): SqlPart {
  const values: unknown[] = [];
  const sql = where
    .replace(/\brow\.(\w+)/g, (_match, property: string) => `\`row\`.\`${columnOf(property)}\``)
    .replace(/:(\.\.\.)?(\w+)/g, (_match, spread: string | undefined, name: string) => {
      const value = parameters[name];
      const given: unknown[] = spread === undefined ? [value] : (value as unknown[]);
      values.push(...given);
      return given.map(() => '?').join(', ');
    });
  return { sql, parameters: values };
}

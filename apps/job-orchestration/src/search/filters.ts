import { ErrorKind, ServiceError, malformed } from '@portolan/service';
import { ID_TAG, NAME_TAG } from '../registry/system-tags';

/** Part of a WHERE clause: properties are those of the entity with the alias `row`. */
export interface Condition {
  where: string;
  parameters: Readonly<Record<string, unknown>>;
  /** What finds it best, for who plans a query: equality of a property, the beginning of a text, a tag. */
  by?: { kind: 'equality'; property: string } | { kind: 'prefix' } | { kind: 'tag'; tag: string };
}

/** Equality, or with a `%` in the value a pattern; nothing else is special in it. */
export function textCondition(property: string, name: string, value: string): Condition {
  if (!value.includes('%')) return equalityCondition(property, name, value);
  return {
    ...(value.startsWith('%') ? {} : { by: { kind: 'prefix' } as const }),
    where: `row.${property} LIKE :${name} ESCAPE '!'`,
    parameters: { [name]: value.replace(/[!_]/g, '!$&') },
  };
}

export const equalityCondition = (property: string, name: string, value: string): Condition => ({
  where: `row.${property} = :${name}`,
  parameters: { [name]: value },
  by: { kind: 'equality', property },
});

/**
 * One of several statuses, in any case.
 *
 * @throws ServiceError (constraint) for a word that is no status.
 */
export function statusCondition(
  statuses: Readonly<Record<string, string>>,
  noun: string,
  values: readonly string[],
): Condition {
  const allowed = Object.values(statuses);
  const wanted = values.map((value) => value.trim().toUpperCase());
  if (wanted.some((value) => !allowed.includes(value))) {
    throw new ServiceError(
      ErrorKind.Constraint,
      `Unacceptable ${noun} status. Must be one of {${allowed.join(', ')}}`,
    );
  }
  return { where: 'row.status IN (:...statuses)', parameters: { statuses: wanted } };
}

/** Tags that a search may ask for; more are 412 (V3-LIMIT-2). */
const SEARCH_TAGS_LIMIT = 100;
/** Tags that are joined, or looked up, one by one: databases take 61 tables in one statement. */
const JOINED_TAGS = 5;

/**
 * All of the tags; those of the system are computed, so they are looked up as id and name. However many there are, the
 * statement has the same number of joins.
 *
 * @throws ServiceError (constraint) for too many tags
 */
export function tagConditions(
  table: { name: string; owner: string },
  tags: readonly string[],
  withSystem: boolean,
): Condition[] {
  const system = withSystem ? tags.filter((tag) => tag.startsWith(ID_TAG) || tag.startsWith(NAME_TAG)) : [];
  const plain = [...new Set(tags.filter((tag) => !system.includes(tag)))];
  if (tags.length > SEARCH_TAGS_LIMIT) {
    const message = `tag: a search has at most ${SEARCH_TAGS_LIMIT} tags, not ${tags.length}`;
    throw new ServiceError(ErrorKind.Constraint, message);
  }
  const rest = plain.slice(JOINED_TAGS);
  return [
    ...system.map((tag, index): Condition => {
      const [property, prefix] = tag.startsWith(ID_TAG) ? ['id', ID_TAG] : ['name', NAME_TAG];
      return {
        where: `row.${property} = :systemTag${index}`,
        parameters: { [`systemTag${index}`]: tag.slice(prefix.length) },
      };
    }),
    ...plain.slice(0, JOINED_TAGS).map((tag, index): Condition => ({
      where: `row.id IN (SELECT ${table.owner} FROM ${table.name} WHERE tag = :tag${index})`,
      parameters: { [`tag${index}`]: tag },
      by: { kind: 'tag', tag },
    })),
    ...(rest.length > 0 ? [restCondition(table, rest)] : []),
  ];
}

/** Several tags in one subquery: as many rows of them as there are tags. */
const restCondition = (table: { name: string; owner: string }, tags: readonly string[]): Condition => ({
  where: `(SELECT COUNT(*) FROM ${table.name} more WHERE more.${table.owner} = row.id AND more.tag IN (:...moreTags)) = :moreCount`,
  parameters: { moreTags: tags, moreCount: tags.length },
});

/** A bound in ms since the epoch. @throws ServiceError (malformed) when it is no number. */
export function timeCondition(
  property: string,
  name: string,
  operator: '>=' | '<',
  value: string,
): Condition {
  if (!/^-?\d{1,18}$/.test(value.trim()))
    throw malformed(name, `${name} must be milliseconds since the epoch`);
  return { where: `row.${property} ${operator} :${name}`, parameters: { [name]: Number(value) } };
}

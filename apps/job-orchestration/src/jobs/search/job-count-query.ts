import { conditionSql, type SqlPart } from '../../search/condition-sql';
import type { Condition } from '../../search/filters';

/**
 * Counts the jobs that meet all conditions, as a part of a statement. Tags alone are counted without the jobs.
 *
 * @param also one more condition, with its parameters
 */
export function countQuery(
  conditions: readonly Condition[],
  also: string | undefined,
  alsoParameters: readonly unknown[],
  columnOf: (property: string) => string,
): SqlPart {
  const tags = conditions.flatMap(({ by }) => (by?.kind === 'tag' ? [by.tag] : []));
  const others = conditions.filter(({ by }) => by?.kind !== 'tag');
  const where = others.map((condition) => conditionSql(condition, columnOf));
  const needsJobs = where.length > 0 || also !== undefined || tags.length === 0;
  const id = needsJobs ? '`row`.id' : 't0.job_id';
  const tables = [
    ...(needsJobs ? ['jobs `row`'] : []),
    ...tags.map(
      (_tag, index) => `job_tags t${index}${needsJobs || index > 0 ? ` ON t${index}.job_id = ${id}` : ''}`,
    ),
  ];
  const all = [
    ...tags.map((_tag, index) => `t${index}.tag = ?`),
    ...where.map(({ sql }) => `(${sql})`),
    ...(also === undefined ? [] : [also]),
  ];
  return {
    sql: `(SELECT COUNT(*) FROM ${tables.join(' JOIN ')}${all.length > 0 ? ` WHERE ${all.join(' AND ')}` : ''})`,
    parameters: [...tags, ...where.flatMap(({ parameters }) => parameters), ...alsoParameters],
  };
}

import type { EntityManager, EntityTarget, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Condition } from './filters';
import type { Paging } from './paging';

/** Rows of `entity` (alias `row`) that meet all conditions. */
export function matching<T extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntityTarget<T>,
  conditions: readonly Condition[],
): SelectQueryBuilder<T> {
  const query = manager.createQueryBuilder(entity, 'row');
  for (const { where, parameters } of conditions) query.andWhere(where, parameters);
  return query;
}

/**
 * Returns one page of a query. Rows with equal sort fields are ordered by id, in the direction of the last field, so that an
 * index on the field serves the order.
 */
export function paged<T extends ObjectLiteral>(
  query: SelectQueryBuilder<T>,
  { page, size, sort }: Paging,
): SelectQueryBuilder<T> {
  for (const { property, direction } of sort) query.addOrderBy(`row.${property}`, direction);
  if (!sort.some(({ property }) => property === 'id')) {
    query.addOrderBy('row.id', sort.at(-1)?.direction ?? 'ASC');
  }
  return query.limit(size).offset(page * size);
}

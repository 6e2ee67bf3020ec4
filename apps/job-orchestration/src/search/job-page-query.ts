import { conditionSql, type ColumnOf, type SqlPart, type Condition } from '../query/filters';
import type { Paging, SortField } from '../query/paging';

/** A tag of fewer jobs than this is rare: all of its jobs can be read. */
export const RARE = 5000;
/** Up to this number of matching jobs, a pattern is searched by its own index, and the result is sorted. */
const FEW = 50_000;

/** Statistics of the data at the time of a search. */
export interface PageFacts {
  /** Number of jobs per tag, counted up to {@link RARE}. */
  tagCounts: ReadonlyMap<string, number>;
  /** Number of jobs that the search found last time, if known. */
  total: number | undefined;
}

/** Indexes for equality, each in the order of `updated`. */
const EQUALITY_INDEXES: Readonly<Record<string, readonly string[]>> = {
  user: ['jobs_by_user', 'jobs_by_user_status'],
  name: ['jobs_by_name'],
  clusterId: ['jobs_by_cluster'],
  clusterName: ['jobs_by_cluster_name'],
  commandId: ['jobs_by_command'],
  commandName: ['jobs_by_command_name'],
  grouping: ['jobs_by_grouping'],
  groupingInstance: ['jobs_by_grouping_instance'],
  nodeId: ['jobs_by_node'],
};

/** Properties whose index continues with `updated`. */
const THEN_UPDATED = ['name', 'user', 'status', 'started', 'finished', 'clusterName', 'commandName'];

export function wantsTagCounts(conditions: readonly Condition[], { sort }: Paging): boolean {
  const tags = tagsOf(conditions);
  return tags.length > 1 || (tags.length === 1 && (equalities(conditions).length > 0 || !isByUpdated(sort)));
}

/**
 * Builds the statement for one page: an inner query finds the ids, if possible in an index alone; the outer one reads the
 * rows. A first page whose rows are the first ones of an index needs no inner query. Hints replace the estimates in which
 * optimizers are poor (how soon a search in order of `updated` finds enough rows).
 * @param columns properties to read
 * @param tally a query for one value that each row of the page carries under this name
 */
export function pageQuery(
  asked: readonly Condition[],
  paging: Paging,
  facts: PageFacts,
  columns: readonly string[],
  columnOf: ColumnOf,
  tally?: SqlPart,
): SqlPart {
  const conditions = needed(asked);
  const order = totalOrder(paging.sort);
  const isDirect = paging.page === 0 && isByUpdated(paging.sort) && isHeadOfIndex(conditions);
  const inner = idsQuery(conditions, order, isByUpdated(paging.sort), isDirect, facts, columnOf);
  const shown = [
    ...columns.map((property) => `\`row\`.\`${columnOf(property)}\` AS \`${property}\``),
    ...(tally ? [`(${tally.sql}) AS tally`] : []),
  ].join(', ');
  // Not as parameters: a prepared statement may pass them as floating-point numbers.
  const limit = `LIMIT ${paging.size} OFFSET ${paging.page * paging.size}`;
  const parameters = [...(tally?.parameters ?? []), ...inner.parameters];
  if (isDirect) return { sql: `SELECT ${shown} ${inner.from} ${limit}`, parameters };
  const outerOrder = order.map(({ property, direction }) => `\`row\`.\`${columnOf(property)}\` ${direction}`);
  return {
    sql:
      `SELECT ${shown} FROM (SELECT ${inner.id} AS id ${inner.from} ${limit}) page ` +
      `JOIN jobs \`row\` ON \`row\`.id = page.id ORDER BY ${outerOrder.join(', ')}`,
    parameters,
  };
}

/** Omits the scope, which excludes elements of arrays, when a tag is required: elements have no tags. */
const needed = (conditions: readonly Condition[]): readonly Condition[] =>
  tagsOf(conditions).length === 0 ? conditions : filtersOf(conditions);

/** Returns the conditions that filters have made, which choose the index: every index contains the scope. */
const filtersOf = (conditions: readonly Condition[]): readonly Condition[] =>
  conditions.filter(({ indexedBy }) => indexedBy?.kind !== 'scope');

interface IdsQuery {
  id: string;
  from: string;
  parameters: unknown[];
}

function idsQuery(
  conditions: readonly Condition[],
  order: readonly SortField[],
  byUpdated: boolean,
  withRows: boolean,
  facts: PageFacts,
  columnOf: ColumnOf,
): IdsQuery {
  const tags = tagsOf(conditions).toSorted((one, other) => countOf(one, facts) - countOf(other, facts));
  const where = othersOf(conditions, columnOf);
  const [rarest] = tags;
  const driven =
    rarest !== undefined &&
    (countOf(rarest, facts) < RARE || (byUpdated && equalities(conditions).length === 0));
  const joins = tags.map((_tag, index) => `job_tags t${index} ON t${index}.job_id = `);
  const needsRow = withRows || where.length > 0 || !byUpdated;
  const from = driven
    ? [
        'job_tags t0',
        ...joins.slice(1).map((join, index) => `${join}t0.job_id AND t${index + 1}.tag = ?`),
        ...(needsRow ? ['jobs `row` ON `row`.id = t0.job_id'] : []),
      ]
    : [
        `jobs \`row\`${hint(conditions, byUpdated, facts)}`,
        ...joins.map((join, index) => `${join}\`row\`.id AND t${index}.tag = ?`),
      ];
  const all = [...(driven ? ['t0.tag = ?'] : []), ...where.map(({ sql }) => sql)];
  const column = (property: string): string =>
    driven && byUpdated
      ? `t0.${property === 'id' ? 'job_id' : property}`
      : `\`row\`.\`${columnOf(property)}\``;
  const sorted = order.map(({ property, direction }) => `${column(property)} ${direction}`);
  return {
    id: driven ? 't0.job_id' : '`row`.id',
    from: `FROM ${from.join(' STRAIGHT_JOIN ')}${whereAll(all)} ORDER BY ${sorted.join(', ')}`,
    parameters: [
      ...(driven ? [...tags.slice(1), rarest] : tags),
      ...where.flatMap(({ parameters }) => parameters),
    ],
  };
}

/** Returns the hint that forces one index for equality, or keeps a pattern with few matches from the indexes of `updated`. */
function hint(conditions: readonly Condition[], byUpdated: boolean, { total }: PageFacts): string {
  const equal = equalities(conditions);
  if (equal.length > 0) {
    const indexes = equal.flatMap((property) => EQUALITY_INDEXES[property] ?? []);
    return filtersOf(conditions).length > 1 &&
      indexes.length === new Set(indexes).size &&
      !equal.includes('id')
      ? ` FORCE INDEX (${indexes.join(', ')})`
      : '';
  }
  const isPattern = conditions.some(({ indexedBy }) => indexedBy?.kind === 'prefix');
  return byUpdated && isPattern && total !== undefined && total <= FEW
    ? ' IGNORE INDEX FOR ORDER BY (jobs_by_updated, jobs_by_array)'
    : '';
}

/** Reports whether an index contains exactly the searched rows, in the order of `updated`. */
function isHeadOfIndex(conditions: readonly Condition[]): boolean {
  const [only, ...others] = filtersOf(conditions);
  if (!only) return true;
  if (others.length > 0) return false;
  const { statuses } = only.parameters;
  return (
    only.indexedBy?.kind === 'tag' ||
    only.indexedBy?.kind === 'equality' ||
    (Array.isArray(statuses) && statuses.length === 1)
  );
}

/** Returns the client's order, completed for equal rows by an order that an index serves. */
function totalOrder(sort: readonly SortField[]): SortField[] {
  const { property = 'id', direction = 'ASC' } = sort.at(-1) ?? {};
  const names = sort.map((field) => field.property);
  const rest = [...(THEN_UPDATED.includes(property) ? ['updated'] : []), 'id'].filter(
    (name) => !names.includes(name),
  );
  return [...sort, ...rest.map((name) => ({ property: name, direction }))];
}

export const tagsOf = (conditions: readonly Condition[]): string[] =>
  conditions.flatMap(({ indexedBy }) => (indexedBy?.kind === 'tag' ? [indexedBy.tag] : []));

/** Returns the conditions besides tags as SQL in parentheses. */
const othersOf = (conditions: readonly Condition[], columnOf: ColumnOf): SqlPart[] =>
  conditions
    .filter(({ indexedBy }) => indexedBy?.kind !== 'tag')
    .map((condition) => conditionSql(condition, columnOf))
    .map(({ sql, parameters }) => ({ sql: `(${sql})`, parameters }));

const whereAll = (all: readonly string[]): string => (all.length > 0 ? ` WHERE ${all.join(' AND ')}` : '');

const equalities = (conditions: readonly Condition[]): string[] =>
  conditions.flatMap(({ indexedBy }) => (indexedBy?.kind === 'equality' ? [indexedBy.property] : []));

const isByUpdated = (sort: readonly SortField[]): boolean =>
  sort.length === 1 && sort[0]?.property === 'updated';

const countOf = (tag: string, { tagCounts }: PageFacts): number => tagCounts.get(tag) ?? RARE;

/**
 * Builds the part of a statement that counts the jobs meeting all conditions. Tags alone are counted without the jobs.
 * @param also one more condition, with its parameters
 */
export function countQuery(
  asked: readonly Condition[],
  also: string | undefined,
  alsoParameters: readonly unknown[],
  columnOf: ColumnOf,
): SqlPart {
  const conditions = needed(asked);
  const tags = tagsOf(conditions);
  const where = othersOf(conditions, columnOf);
  const needsJobs = where.length > 0 || also !== undefined || tags.length === 0;
  const id = needsJobs ? '`row`.id' : 't0.job_id';
  const joins = tags.map((_tag, index) =>
    needsJobs || index > 0 ? `job_tags t${index} ON t${index}.job_id = ${id}` : `job_tags t${index}`,
  );
  const tables = [...(needsJobs ? ['jobs `row`'] : []), ...joins];
  const all = [
    ...tags.map((_tag, index) => `t${index}.tag = ?`),
    ...where.map(({ sql }) => sql),
    ...(also === undefined ? [] : [also]),
  ];
  return {
    sql: `(SELECT COUNT(*) FROM ${tables.join(' JOIN ')}${whereAll(all)})`,
    parameters: [...tags, ...where.flatMap(({ parameters }) => parameters), ...alsoParameters],
  };
}

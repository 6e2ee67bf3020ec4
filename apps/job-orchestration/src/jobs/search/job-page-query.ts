import { conditionSql, type SqlPart } from '../../search/condition-sql';
import type { Condition } from '../../search/filters';
import type { Paging, SortField } from '../../search/paging';

/** A tag that fewer jobs have than this is rare: all of them can be looked at. */
export const RARE = 5000;
/** A pattern that so many jobs meet at the most is looked for by its own index, and what it finds is sorted. */
const FEW = 50_000;

/** What is known of the data when a page is asked for. */
export interface PageFacts {
  /** How many jobs have each tag, counted up to {@link RARE}. */
  tagCounts: ReadonlyMap<string, number>;
  /** What the search found the last time, if it is known. */
  total: number | undefined;
}

/** Indexes that find equal values, each in the order of `updated`. */
const EQUALITY_INDEXES: Readonly<Record<string, readonly string[]>> = {
  user: ['jobs_by_user', 'jobs_by_user_status'],
  name: ['jobs_by_name'],
  clusterId: ['jobs_by_cluster'],
  clusterName: ['jobs_by_cluster_name'],
  commandId: ['jobs_by_command'],
  commandName: ['jobs_by_command_name'],
  grouping: ['jobs_by_grouping'],
  groupingInstance: ['jobs_by_grouping_instance'],
};

/** Properties whose index goes on with `updated`. */
const THEN_UPDATED = ['name', 'user', 'status', 'started', 'finished', 'clusterName', 'commandName'];

/** Whether the counts of tags decide how the page is found. */
export function wantsTagCounts(conditions: readonly Condition[], { sort }: Paging): boolean {
  const tags = tagsOf(conditions);
  return tags.length > 1 || (tags.length === 1 && (equalities(conditions).length > 0 || !isByUpdated(sort)));
}

/**
 * The statement for one page: an inner query finds the ids, as far as can be in an index alone; the outer one reads the
 * rows. A first page whose rows are the first ones of an index needs no such detour. What optimizers of databases guess
 * badly (how soon a search in order of `updated` finds enough) is said.
 *
 * @param columns properties of the rows that are read
 * @param tally a query for one value that each row of the page is to bring along under this name
 */
export function pageQuery(
  conditions: readonly Condition[],
  paging: Paging,
  facts: PageFacts,
  columns: readonly string[],
  columnOf: (property: string) => string,
  tally?: SqlPart,
): SqlPart {
  const order = totalOrder(paging.sort);
  const isDirect = paging.page === 0 && isByUpdated(paging.sort) && isHeadOfIndex(conditions);
  const inner = idsQuery(conditions, order, isByUpdated(paging.sort), isDirect, facts, columnOf);
  const shown = [
    ...columns.map((property) => `\`row\`.\`${columnOf(property)}\` AS \`${property}\``),
    ...(tally ? [`(${tally.sql}) AS tally`] : []),
  ].join(', ');
  // Not as parameters: those of a prepared statement may be floating-point numbers.
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

/** Where ids are found, and in which order. */
interface IdsQuery {
  /** The id, as a column. */
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
  columnOf: (property: string) => string,
): IdsQuery {
  const tags = tagsOf(conditions).toSorted((one, other) => countOf(one, facts) - countOf(other, facts));
  const others = conditions.filter(({ by }) => by?.kind !== 'tag');
  const [rarest] = tags;
  const driven =
    rarest !== undefined &&
    (countOf(rarest, facts) < RARE || (byUpdated && equalities(conditions).length === 0));
  const where = others.map((condition) => conditionSql(condition, columnOf));
  const joins = tags.map((_tag, index) => `job_tags t${index} ON t${index}.job_id = `);
  const needsRow = withRows || others.length > 0 || !byUpdated;
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
  const all = [...(driven ? ['t0.tag = ?'] : []), ...where.map(({ sql }) => `(${sql})`)];
  const column = (property: string): string =>
    driven && byUpdated
      ? `t0.${property === 'id' ? 'job_id' : property}`
      : `\`row\`.\`${columnOf(property)}\``;
  const sorted = order.map(({ property, direction }) => `${column(property)} ${direction}`);
  return {
    id: driven ? 't0.job_id' : '`row`.id',
    from:
      `FROM ${from.join(' STRAIGHT_JOIN ')}` +
      `${all.length > 0 ? ` WHERE ${all.join(' AND ')}` : ''} ORDER BY ${sorted.join(', ')}`,
    parameters: [
      ...(driven ? [...tags.slice(1), rarest] : tags),
      ...where.flatMap(({ parameters }) => parameters),
    ],
  };
}

/** One index by which several conditions are looked for, or none by which a pattern that finds little is. */
function hint(conditions: readonly Condition[], byUpdated: boolean, { total }: PageFacts): string {
  const equal = equalities(conditions);
  if (equal.length > 0) {
    const indexes = equal.flatMap((property) => EQUALITY_INDEXES[property] ?? []);
    return conditions.length > 1 && indexes.length === new Set(indexes).size && !equal.includes('id')
      ? ` FORCE INDEX (${indexes.join(', ')})`
      : '';
  }
  const isPattern = conditions.some(({ by }) => by?.kind === 'prefix');
  return byUpdated && isPattern && total !== undefined && total <= FEW
    ? ' IGNORE INDEX FOR ORDER BY (jobs_by_updated)'
    : '';
}

/** Whether an index has what is looked for, and nothing else, in the order of `updated`. */
function isHeadOfIndex(conditions: readonly Condition[]): boolean {
  const [only] = conditions;
  if (!only) return true;
  if (conditions.length > 1) return false;
  const { statuses } = only.parameters;
  return (
    only.by?.kind === 'tag' ||
    only.by?.kind === 'equality' ||
    (Array.isArray(statuses) && statuses.length === 1)
  );
}

/** The client's order, and one for what is equal by it that an index serves too. */
function totalOrder(sort: readonly SortField[]): SortField[] {
  const { property = 'id', direction = 'ASC' } = sort.at(-1) ?? {};
  const names = sort.map((field) => field.property);
  const rest = [...(THEN_UPDATED.includes(property) ? ['updated'] : []), 'id'].filter(
    (name) => !names.includes(name),
  );
  return [...sort, ...rest.map((name) => ({ property: name, direction }))];
}

const tagsOf = (conditions: readonly Condition[]): string[] =>
  conditions.flatMap(({ by }) => (by?.kind === 'tag' ? [by.tag] : []));

const equalities = (conditions: readonly Condition[]): string[] =>
  conditions.flatMap(({ by }) => (by?.kind === 'equality' ? [by.property] : []));

const isByUpdated = (sort: readonly SortField[]): boolean =>
  sort.length === 1 && sort[0]?.property === 'updated';

const countOf = (tag: string, { tagCounts }: PageFacts): number => tagCounts.get(tag) ?? RARE;

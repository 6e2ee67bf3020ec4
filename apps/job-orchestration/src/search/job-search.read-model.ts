import { Injectable } from '@nestjs/common';
import { DirectReads } from '@portolan/service';
import { DataSource } from 'typeorm';
import type { SqlPart, Condition } from '../query/filters';
import type { Paging } from '../query/paging';
import { JobEntity } from '../jobs/job.entity';
import { RARE, countQuery, pageQuery, wantsTagCounts, tagsOf } from './job-page-query';

/** The columns that lists of jobs show. */
export const SHOWN = [
  'id',
  'name',
  'user',
  'status',
  'started',
  'finished',
  'clusterName',
  'commandName',
] as const;

export type JobSummary = Pick<JobEntity, (typeof SHOWN)[number]>;

/** The number of jobs that a search finds, and the state it was counted at. */
export interface Tally {
  /** Settled jobs of the requested batches. */
  settled: number;
  /** Jobs that may still change. */
  open: number;
  /** The last counted batch. */
  batch: number;
  /** Number of removals of jobs up to then. */
  removals: number;
}

/** Searches over jobs; never reads the large columns. */
@Injectable()
export class JobSearchReadModel {
  private columns: ReadonlyMap<string, string> | undefined;

  constructor(
    private readonly source: DataSource,
    private readonly direct: DirectReads,
  ) {}

  /**
   * Returns one page and, in the same statement, the number of jobs found since a batch, which saves a round trip.
   * @param known the result of the search up to a batch, if it was counted before
   */
  async page(
    conditions: readonly Condition[],
    paging: Paging,
    known: Pick<Tally, 'settled' | 'batch'> | undefined,
  ): Promise<{ rows: JobSummary[]; since: Tally | undefined }> {
    const tagCounts = wantsTagCounts(conditions, paging) ? await this.tagCounts(conditions) : NO_COUNTS;
    const facts = { tagCounts, total: known?.settled };
    const since = known && this.tallyQuery(conditions, known.batch);
    const { sql, parameters } = pageQuery(conditions, paging, facts, SHOWN, this.columnOf, since);
    // First pages are requested often, so they carry the count; each further page is a statement of its own.
    const raw = await (paging.page === 0
      ? this.direct.prepared<Raw>(sql, parameters)
      : this.direct.rows<Raw>(sql, parameters));
    const tally = raw[0]?.tally;
    const rows = raw.map(({ tally: _tally, started, finished, ...row }): JobSummary => {
      return { ...row, started: millis(started), finished: millis(finished) };
    });
    return { rows, since: tally === undefined ? undefined : readTally(tally) };
  }

  /**
   * Counts the matching jobs that are open or were settled after a batch (0: all) in one statement, so that the result is
   * consistent.
   */
  async tally(conditions: readonly Condition[], after: number): Promise<Tally> {
    const { sql, parameters } = this.tallyQuery(conditions, after);
    const [row] = await this.direct.rows<{ tally: string }>(sql, parameters);
    if (!row) throw new Error('job_settlement has no row');
    return readTally(row.tally);
  }

  /** One column for all counts: every row of a page carries it, and one costs less than four. */
  private tallyQuery(conditions: readonly Condition[], after: number): SqlPart {
    const open = countQuery(conditions, '`row`.settled_in IS NULL', [], this.columnOf);
    // Without the column the total count needs only the index of the filter.
    const settled =
      after === 0
        ? minus(countQuery(conditions, undefined, [], this.columnOf), open)
        : countQuery(conditions, '`row`.settled_in > ?', [after], this.columnOf);
    return {
      sql: `SELECT CONCAT_WS(',', ${settled.sql}, ${open.sql}, batch, removals) AS tally FROM job_settlement WHERE id = 1`,
      parameters: [...settled.parameters, ...open.parameters],
    };
  }

  private async tagCounts(conditions: readonly Condition[]): Promise<ReadonlyMap<string, number>> {
    const tags = tagsOf(conditions);
    const counts = tags.map(
      (_tag, index) =>
        `(SELECT COUNT(*) FROM (SELECT 1 FROM job_tags WHERE tag = ? LIMIT ${RARE}) c${index}) AS n${index}`,
    );
    const sql = `SELECT ${counts.join(', ')}`;
    const [row = {}] = await this.direct.rows<Record<string, string | number>>(sql, tags);
    return new Map(tags.map((tag, index) => [tag, Number(row[`n${index}`])]));
  }

  private readonly columnOf = (property: string): string => {
    this.columns ??= new Map(
      this.source
        .getMetadata(JobEntity)
        .columns.map(({ propertyName, databaseName }) => [propertyName, databaseName]),
    );
    const column = this.columns.get(property);
    if (column === undefined) throw new Error(`jobs have no ${property}`);
    return column;
  };
}

type Raw = Omit<JobSummary, 'started' | 'finished'> &
  Record<'started' | 'finished', string | number | null> & { tally?: string };

const NO_COUNTS: ReadonlyMap<string, number> = new Map();

const millis = (value: string | number | null): number | null => (value === null ? null : Number(value));

function readTally(text: string): Tally {
  const [settled = 0, open = 0, batch = 0, removals = 0] = text.split(',').map(Number);
  return { settled, open, batch, removals };
}

const minus = (one: SqlPart, other: SqlPart): SqlPart => ({
  sql: `${one.sql} - ${other.sql}`,
  parameters: [...one.parameters, ...other.parameters],
});

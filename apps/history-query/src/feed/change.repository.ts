import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OPEN_END, type RevisionKey } from '../revisions/revision';
import { RevisionRepository } from '../revisions/revision.repository';
import { REVISION_COLUMNS, toRevision, type RevisionRow } from '../revisions/revision-row';
import { asValid, type Change } from './change';

/** Changes that are read at once at the most, twice: those that begin and those that end something. */
const PAGE_CHANGES = 100;

/** Sequence numbers that one page looks at: what an import brought of the past is passed over in steps. */
const PAGE_SEQUENCES = 5000;

/** How far a collection's changes go. */
export interface Extent {
  /** The last change. */
  last: number;
  /** The last one of what was deleted: changes up to it may be missing. */
  purged: number;
}

/** All changes after a sequence number up to another. */
export interface ChangePage {
  changes: readonly Change[];
  upTo: number;
}

interface SequenceRow {
  number: number | string;
  change_seq: number | string;
  purged_seq: number | string;
}

type BegunRow = RevisionRow & { seq: number | string; previous: number | string | null };

/** The revision `p` whose place `r` took when it became the valid one: told before, and not yet told as ended. */
const TOOK_PLACE_OF = `p.collection = r.collection AND p.id = r.id AND p.stime < r.stime
  AND p.opened_seq BETWEEN 1 AND r.opened_seq - 1 AND (p.change_seq > r.opened_seq OR p.ltime >= r.stime)`;

/** A revision `n` that took the place of `r`, whose end is no news then. */
const PLACE_TAKEN_BY = `n.collection = r.collection AND n.id = r.id AND n.stime > r.stime
  AND n.opened_seq > r.opened_seq AND (n.opened_seq < r.change_seq OR n.stime <= r.ltime)`;

/**
 * Reads changes in their order. A revision has two sequence numbers: `opened_seq` from when it became the
 * valid one, `change_seq` from its last change, which is its end once it has ended.
 */
@Injectable()
export class ChangeRepository {
  constructor(
    private readonly database: DataSource,
    private readonly revisions: RevisionRepository,
  ) {}

  /** The extents of all collections by number. */
  async extents(): Promise<Map<number, Extent>> {
    const rows = await this.database.query<SequenceRow[]>(
      'SELECT number, change_seq, purged_seq FROM collections',
    );
    return new Map(
      rows.map((row) => [
        Number(row.number),
        { last: Number(row.change_seq), purged: Number(row.purged_seq) },
      ]),
    );
  }

  async extentOf(collection: number): Promise<Extent> {
    const [row] = await this.database.query<SequenceRow[]>(
      'SELECT number, change_seq, purged_seq FROM collections WHERE number = ?',
      [collection],
    );
    return { last: Number(row?.change_seq ?? 0), purged: Number(row?.purged_seq ?? 0) };
  }

  /**
   * Some of the changes after a sequence number, without a gap.
   *
   * @param last up to which everything is written
   */
  async after(collection: number, seq: number, last: number): Promise<ChangePage> {
    const end = Math.min(last, seq + PAGE_SEQUENCES);
    const begun = await this.begun(collection, seq, end);
    const ended = await this.ended(collection, seq, end);
    const full = [begun, ended].flatMap((some) =>
      some.length < PAGE_CHANGES ? [] : [some.at(-1)?.seq ?? end],
    );
    const upTo = Math.min(end, ...full);
    const changes = [...begun, ...ended].filter((change) => change.seq <= upTo);
    return { changes: changes.sort((a, b) => a.seq - b.seq), upTo };
  }

  private async begun(collection: number, seq: number, end: number): Promise<Change[]> {
    const rows = await this.database.query<BegunRow[]>(
      `SELECT ${REVISION_COLUMNS}, r.opened_seq AS seq,
              (SELECT p.stime FROM revisions p FORCE INDEX (PRIMARY) WHERE ${TOOK_PLACE_OF}
                ORDER BY p.stime DESC LIMIT 1) AS previous
         FROM revisions r FORCE INDEX (revisions_opened)
        WHERE r.collection = ? AND r.opened_seq > ? AND r.opened_seq <= ?
        ORDER BY r.opened_seq LIMIT ${PAGE_CHANGES}`,
      [collection, seq, end],
    );
    const keys = rows.flatMap(({ id, previous }) =>
      previous === null ? [] : [{ id, stime: Number(previous) }],
    );
    const previous = new Map(
      (await this.revisions.withKeys(collection, keys)).map((one) => [keyOf(one), one]),
    );
    return rows.map((row) => {
      const before = previous.get(keyOf({ id: row.id, stime: Number(row.previous) }));
      return {
        seq: Number(row.seq),
        revision: asValid(toRevision(row)),
        previous: before && asValid(before),
      };
    });
  }

  private async ended(collection: number, seq: number, end: number): Promise<Change[]> {
    const rows = await this.database.query<RevisionRow[]>(
      `SELECT ${REVISION_COLUMNS} FROM revisions r FORCE INDEX (revisions_change)
        WHERE r.collection = ? AND r.change_seq > ? AND r.change_seq <= ? AND r.ltime < ${OPEN_END}
          AND r.opened_seq > 0 AND NOT EXISTS (SELECT 1 FROM revisions n FORCE INDEX (PRIMARY) WHERE ${PLACE_TAKEN_BY})
        ORDER BY r.change_seq LIMIT ${PAGE_CHANGES}`,
      [collection, seq, end],
    );
    return rows.map((row) => {
      const revision = toRevision(row);
      return { seq: Number(row.change_seq), revision, previous: asValid(revision) };
    });
  }
}

const keyOf = ({ id, stime }: RevisionKey): string => `${stime}|${id}`;

import { Injectable } from '@nestjs/common';
import { findRow, selectRows } from '@portolan/service';
import { DataSource } from 'typeorm';
import { CollectionEntity } from '../collections/collection.entity';
import { OPEN_END, keyOf, type Revision } from '../revisions/revision';
import { REVISION_COLUMNS, toRevision, type RevisionRow } from '../revisions/revision.entity';
import { RevisionRepository } from '../revisions/revision.repository';

/** Limit of changes per query, of which there are two: beginnings and ends. */
const PAGE_CHANGES = 100;

/** Sequence numbers per page: past revisions from imports are skipped in steps. */
const PAGE_SEQUENCES = 5000;

export interface Change {
  /** Change sequence number; the event id of the feed. */
  seq: number;
  /** The revision that began, as of its beginning; or the last one of an ended document. */
  revision: Revision;
  /** The previously valid revision, as of its validity; undefined for a new document. */
  previous: Revision | undefined;
}

/** Returns a revision as it was before it ended, so that an event does not depend on the time of reading. */
const asValid = (revision: Revision): Revision =>
  revision.isOpen ? revision : revision.with({ ltime: OPEN_END, mtime: revision.stime });

export interface Extent {
  last: number;
  /** The last purged change: changes up to it may be missing. */
  purged: number;
}

export interface ChangePage {
  changes: readonly Change[];
  upTo: number;
}

type BegunRow = RevisionRow & { seq: number | string; previous: number | string | null };

/** The revision `p` that `r` replaced as the valid one: reported before, and its end not yet reported. */
const TOOK_PLACE_OF = `p.collection = r.collection AND p.id = r.id AND p.stime < r.stime
  AND p.opened_seq BETWEEN 1 AND r.opened_seq - 1 AND (p.change_seq > r.opened_seq OR p.ltime >= r.stime)`;

/** A revision `n` that replaced `r`, whose end is therefore not reported. */
const PLACE_TAKEN_BY = `n.collection = r.collection AND n.id = r.id AND n.stime > r.stime
  AND n.opened_seq > r.opened_seq AND (n.opened_seq < r.change_seq OR n.stime <= r.ltime)`;

/**
 * Reads changes in order. `opened_seq` is the change with which a revision became valid, `change_seq` its last change: its end
 * once it has ended.
 */
@Injectable()
export class ChangeRepository {
  constructor(
    private readonly database: DataSource,
    private readonly revisions: RevisionRepository,
  ) {}

  async extents(): Promise<Map<number, Extent>> {
    const rows = await selectRows(this.database.manager, CollectionEntity, '', []);
    return new Map(rows.map((row) => [row.number, extentOf(row)]));
  }

  async extentOf(collection: number): Promise<Extent> {
    return extentOf(await findRow(this.database.manager, CollectionEntity, { number: collection }));
  }

  /** Returns some changes after a sequence number, without gaps. @param last number up to which everything is written */
  async after(collection: number, seq: number, last: number): Promise<ChangePage> {
    const end = Math.min(last, seq + PAGE_SEQUENCES);
    const found = [await this.begun(collection, seq, end), await this.ended(collection, seq, end)];
    const full = found.filter(({ length }) => length >= PAGE_CHANGES);
    const upTo = Math.min(end, ...full.map((changes) => changes.at(-1)?.seq ?? end));
    const changes = found.flat().filter((change) => change.seq <= upTo);
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
    const keys = rows
      .filter(({ previous }) => previous !== null)
      .map(({ id, previous }) => ({ id, stime: Number(previous) }));
    const replaced = await this.revisions.withKeys(collection, keys);
    const previous = new Map(replaced.map((one) => [keyOf(one), asValid(one)]));
    return rows.map((row) => ({
      seq: Number(row.seq),
      revision: asValid(toRevision(row)),
      previous: previous.get(keyOf({ id: row.id, stime: Number(row.previous) })),
    }));
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

const extentOf = (row: CollectionEntity | null): Extent => ({
  last: row?.changeSeq ?? 0,
  purged: row?.purgedSeq ?? 0,
});

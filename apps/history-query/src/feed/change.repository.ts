import { Injectable } from '@nestjs/common';
import { Transactions, findRow, selectRows } from '@portolan/service';
import { DataSource } from 'typeorm';
import { CollectionEntity } from '../collections/collection.entity';
import type { StoredRevision } from '../revisions/revision-block';
import { OPEN_END, keyOf, type Revision } from '../revisions/revision';
import { asRevision } from '../revisions/found-revisions';
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

/** The beginning of a revision, or its end (`isEnd`), as the tables list both by their numbers. */
interface ListedChange {
  seq: number;
  id: string;
  stime: number;
  isEnd: boolean;
}

type ListedRow = Record<'seq' | 'stime', number | string> & { id: string; isEnd: number | string };

/** A revision `n` that replaced `r`, whose end is therefore not reported. Packed revisions are older than rows. */
const PLACE_TAKEN_BY = `n.collection = r.collection AND n.id = r.id AND n.stime > r.stime
  AND n.opened_seq > r.opened_seq AND (n.opened_seq < r.change_seq OR n.stime <= r.ltime)`;

/** Reports whether a revision was the valid one before another: reported before, and its end not yet reported. */
const isReplacedBy = (earlier: StoredRevision, { times, openedSeq }: StoredRevision): boolean =>
  earlier.times.stime < times.stime &&
  earlier.openedSeq >= 1 &&
  earlier.openedSeq < openedSeq &&
  (earlier.changeSeq > openedSeq || earlier.times.ltime >= times.stime);

/**
 * Reads changes in order. `opened_seq` is the change with which a revision became valid, `change_seq` its last change: its end
 * once it has ended.
 */
@Injectable()
export class ChangeRepository {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
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
    const lists = await this.listed(collection, seq, end);
    const full = lists.filter(({ length }) => length >= PAGE_CHANGES);
    const upTo = Math.min(end, ...full.map((changes) => changes.at(-1)?.seq ?? end));
    const listed = lists.flat().filter((change) => change.seq <= upTo);
    const changes = [
      ...(await this.begun(
        collection,
        listed.filter(({ isEnd }) => !isEnd),
      )),
      ...(await this.ended(
        collection,
        listed.filter(({ isEnd }) => isEnd),
      )),
    ];
    return { changes: changes.sort((a, b) => a.seq - b.seq), upTo };
  }

  /** Returns beginnings and ends of rows, and the packed changes, all of one moment: packing moves changes between them. */
  private listed(collection: number, seq: number, end: number): Promise<ListedChange[][]> {
    return this.transactions.snapshot(async (snapshot) => {
      const lists: ListedChange[][] = [];
      for (const sql of [BEGUN, ENDED, PACKED]) {
        const rows = await snapshot.query<ListedRow[]>(`${sql} LIMIT ${PAGE_CHANGES}`, [
          collection,
          seq,
          end,
        ]);
        lists.push(
          rows.map((row) => ({
            seq: Number(row.seq),
            id: row.id,
            stime: Number(row.stime),
            isEnd: Number(row.isEnd) === 1,
          })),
        );
      }
      return lists;
    });
  }

  private async begun(collection: number, listed: readonly ListedChange[]): Promise<Change[]> {
    const ofId = new Map<string, StoredRevision[]>();
    for (const one of await this.revisions.withPredecessors(collection, listed))
      ofId.set(one.id, [...(ofId.get(one.id) ?? []), one]);
    return listed.flatMap(({ seq, id, stime }) => {
      const all = ofId.get(id) ?? [];
      const begun = all.find(({ times }) => times.stime === stime);
      if (!begun) return [];
      const earlier = all
        .filter((one) => isReplacedBy(one, begun))
        .sort((a, b) => b.times.stime - a.times.stime);
      const previous = earlier[0] && asValid(asRevision(earlier[0]));
      return [{ seq, revision: asValid(asRevision(begun)), previous }];
    });
  }

  private async ended(collection: number, listed: readonly ListedChange[]): Promise<Change[]> {
    const found = await this.revisions.withKeys(collection, listed);
    const byKey = new Map(found.map((one) => [keyOf(one), one]));
    return listed.flatMap((change) => {
      const revision = byKey.get(keyOf(change));
      return revision ? [{ seq: change.seq, revision, previous: asValid(revision) }] : [];
    });
  }
}

const BEGUN = `SELECT opened_seq AS seq, id, stime, 0 AS isEnd FROM revisions FORCE INDEX (revisions_opened)
  WHERE collection = ? AND opened_seq > ? AND opened_seq <= ? ORDER BY opened_seq`;

const ENDED = `SELECT r.change_seq AS seq, r.id, r.stime, 1 AS isEnd FROM revisions r FORCE INDEX (revisions_change)
  WHERE r.collection = ? AND r.change_seq > ? AND r.change_seq <= ? AND r.ltime < ${OPEN_END}
    AND r.opened_seq > 0 AND NOT EXISTS (SELECT 1 FROM revisions n FORCE INDEX (PRIMARY) WHERE ${PLACE_TAKEN_BY})
  ORDER BY r.change_seq`;

const PACKED = `SELECT seq, id, stime, is_end AS isEnd FROM past_changes
  WHERE collection = ? AND seq > ? AND seq <= ? ORDER BY seq`;

const extentOf = (row: CollectionEntity | null): Extent => ({
  last: row?.changeSeq ?? 0,
  purged: row?.purgedSeq ?? 0,
});

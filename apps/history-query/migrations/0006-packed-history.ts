import { migration } from '@portolan/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unpackEverything } from '../src/revisions/packed-revisions';

/** Time during which the replicas of the release before may still read what only this one could read when packed, s. */
const UPGRADE_SECONDS = 86_400;

/** Blocks of past revisions. The way down moves all of them back to rows. */
class CreatePastBlocks implements MigrationInterface {
  readonly name = 'CreatePastBlocks1793000000011';

  async up(runner: QueryRunner): Promise<void> {
    // Clustered by the node of the interval tree: a list of a moment reads what it answers, page after page.
    await runner.query(`
      CREATE TABLE past_blocks (
        collection INT UNSIGNED NOT NULL,
        fork BIGINT NOT NULL,
        number BIGINT NOT NULL,
        stime BIGINT NOT NULL,
        ltime BIGINT NOT NULL,
        first_end BIGINT NOT NULL,
        directory LONGBLOB NOT NULL,
        body LONGBLOB NOT NULL,
        PRIMARY KEY (collection, fork, number),
        KEY past_blocks_first_end (collection, first_end)
      ) ENGINE = InnoDB`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await unpackEverything(runner);
    await runner.query('DROP TABLE past_blocks');
  }
}

export const packedHistory = [
  migration(
    'AddPackedSeq1793000000007',
    // packed_seq: the last change among packed revisions, which a reader of changes no longer finds as rows.
    `ALTER TABLE collections ADD COLUMN packed_seq BIGINT NOT NULL DEFAULT 0,
                             ADD COLUMN last_block BIGINT NOT NULL DEFAULT 0`,
    'ALTER TABLE collections DROP COLUMN packed_seq, DROP COLUMN last_block',
  ),
  // Where the packed revisions of an id are.
  migration(
    'CreatePastChains1793000000008',
    (text) => `
      CREATE TABLE past_chains (
        collection INT UNSIGNED NOT NULL,
        id ${text(512)} NOT NULL,
        stime BIGINT NOT NULL,
        ltime BIGINT NOT NULL,
        change_seq BIGINT NOT NULL,
        fork BIGINT NOT NULL,
        block BIGINT NOT NULL,
        PRIMARY KEY (collection, id, stime)
      ) ENGINE = InnoDB`,
    'DROP TABLE past_chains',
  ),
  // The packed beginnings and ends that a change feed reports, in its order.
  migration(
    'CreatePastChanges1793000000009',
    (text) => `
      CREATE TABLE past_changes (
        collection INT UNSIGNED NOT NULL,
        seq BIGINT NOT NULL,
        id ${text(512)} NOT NULL,
        stime BIGINT NOT NULL,
        is_end TINYINT NOT NULL,
        PRIMARY KEY (collection, seq)
      ) ENGINE = InnoDB`,
    'DROP TABLE past_changes',
  ),
  // One row: since when revisions may be packed, and the lease of the process that does so. By the database's clock, ms.
  migration(
    'CreatePacking1793000000010',
    [
      `CREATE TABLE packing (
         number TINYINT NOT NULL PRIMARY KEY,
         allowed_from BIGINT NOT NULL,
         leased_until BIGINT NOT NULL
       ) ENGINE = InnoDB`,
      `INSERT INTO packing (number, allowed_from, leased_until)
       SELECT 1, IF(EXISTS (SELECT 1 FROM revisions), (UNIX_TIMESTAMP() + ${UPGRADE_SECONDS}) * 1000, 0), 0`,
    ],
    'DROP TABLE packing',
  ),
  CreatePastBlocks,
];

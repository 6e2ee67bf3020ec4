import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * All revisions of all documents. `fork` is the node of a virtual interval tree over time that the
 * revision hangs on (0 while it is open): with it, a listing at a past moment reads what it answers
 * and not the history before it (docs/decisions/history-storage.md).
 */
export class CreateRevisions1793000000002 implements MigrationInterface {
  readonly name = 'CreateRevisions1793000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE revisions (
        collection INT UNSIGNED NOT NULL,
        id VARCHAR(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
        stime BIGINT NOT NULL,
        ltime BIGINT NOT NULL,
        fork BIGINT NOT NULL,
        ctime BIGINT NOT NULL,
        ftime BIGINT NOT NULL,
        mtime BIGINT NOT NULL,
        change_seq BIGINT NOT NULL,
        tags LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
        data LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
        PRIMARY KEY (collection, id, stime),
        KEY revisions_fork_start (collection, fork, stime, ltime),
        KEY revisions_fork_end (collection, fork, ltime),
        KEY revisions_start (collection, stime),
        KEY revisions_change (collection, change_seq)
      ) ENGINE = InnoDB`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE revisions');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The highest change sequence number among deleted revisions: whoever has read less must read anew. */
export class AddPurgedSeq1793000000003 implements MigrationInterface {
  readonly name = 'AddPurgedSeq1793000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE collections ADD COLUMN purged_seq BIGINT NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE collections DROP COLUMN purged_seq');
  }
}

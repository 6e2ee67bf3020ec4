import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The change sequence number with which a revision became the valid one, for the change feed: `change_seq`
 * is taken anew when it ends. 0 for what has only ever been past here: older rows, imported history.
 */
export class AddOpenedSeq1793000000005 implements MigrationInterface {
  readonly name = 'AddOpenedSeq1793000000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE revisions ADD COLUMN opened_seq BIGINT NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE revisions DROP COLUMN opened_seq');
  }
}

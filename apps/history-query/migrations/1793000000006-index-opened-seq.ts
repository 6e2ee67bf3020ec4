import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The change feed reads in the order in which revisions began. What is valid now has begun, somewhen. */
export class IndexOpenedSeq1793000000006 implements MigrationInterface {
  readonly name = 'IndexOpenedSeq1793000000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('UPDATE revisions SET opened_seq = change_seq WHERE fork = 0 AND opened_seq = 0');
    await runner.query('ALTER TABLE revisions ADD KEY revisions_opened (collection, opened_seq)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE revisions DROP KEY revisions_opened');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Crawls that have failed one after the other: each doubles the pause before the next. */
export class AddCrawlFailures1793000000004 implements MigrationInterface {
  readonly name = 'AddCrawlFailures1793000000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE collections ADD COLUMN failures INT UNSIGNED NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE collections DROP COLUMN failures');
  }
}

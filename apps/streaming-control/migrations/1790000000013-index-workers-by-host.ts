import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What runs on a host is looked at with each claim. */
export class IndexWorkersByHost implements MigrationInterface {
  name = 'IndexWorkersByHost1790000000013';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX workers_by_host ON workers (host, state)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX workers_by_host ON workers');
  }
}

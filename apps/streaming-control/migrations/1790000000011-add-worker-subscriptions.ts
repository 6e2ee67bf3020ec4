import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when a sink worker has had no subscriber: what Transient jobs end by. */
export class AddWorkerSubscriptions implements MigrationInterface {
  name = 'AddWorkerSubscriptions1790000000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workers ADD COLUMN unsubscribed_since BIGINT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workers DROP COLUMN unsubscribed_since');
  }
}

import { LAUNCH_TABLES } from '@portolan/launches';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What turns of users are decided by; workers do not take turns, but all launches have one table. */
export class ShareLaunchesFairly implements MigrationInterface {
  name = 'ShareLaunchesFairly1790000000020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(LAUNCH_TABLES.fairShare);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(LAUNCH_TABLES.undoFairShare);
  }
}

import { LAUNCH_TABLES } from '@portolan/launches';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Launches of workers. */
export class CreateLaunches implements MigrationInterface {
  name = 'CreateLaunches1790000000008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(LAUNCH_TABLES.launches);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE launches');
  }
}

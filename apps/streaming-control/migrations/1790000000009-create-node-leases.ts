import { LAUNCH_TABLES } from '@portolan/launches';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Leases of the nodes that run workers. */
export class CreateNodeLeases implements MigrationInterface {
  name = 'CreateNodeLeases1790000000009';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(LAUNCH_TABLES.nodeLeases);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE node_leases');
  }
}

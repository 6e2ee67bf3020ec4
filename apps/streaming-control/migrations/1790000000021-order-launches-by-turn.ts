import { LAUNCH_TABLES } from '@portolan/launches';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes of launches that wait; all owners have the same table. */
export class OrderLaunchesByTurn implements MigrationInterface {
  name = 'OrderLaunchesByTurn1790000000021';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(LAUNCH_TABLES.turnOrder);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(LAUNCH_TABLES.undoTurnOrder);
  }
}

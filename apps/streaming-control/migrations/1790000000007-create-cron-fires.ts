import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One row per fire of a cluster's cron spec: whoever inserts it fires. */
export class CreateCronFires implements MigrationInterface {
  name = 'CreateCronFires1790000000007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE cron_fires (
      cluster VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      fire_at BIGINT NOT NULL,
      fired_at BIGINT NOT NULL,
      outcome VARCHAR(300) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
      PRIMARY KEY (cluster, fire_at)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE cron_fires');
  }
}

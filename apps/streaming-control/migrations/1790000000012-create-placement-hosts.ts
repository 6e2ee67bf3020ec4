import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Hosts that asked for workers, and their zones. Whoever decides about a host has its row locked. */
export class CreatePlacementHosts implements MigrationInterface {
  name = 'CreatePlacementHosts1790000000012';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE placement_hosts (
      host VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      zone VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      agent_cluster VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      seen_at BIGINT NOT NULL,
      PRIMARY KEY (host)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE placement_hosts');
  }
}

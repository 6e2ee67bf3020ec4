import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every version that a cluster ever had: artifact and scheduling information. */
export class CreateClusterVersions implements MigrationInterface {
  name = 'CreateClusterVersions1790000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE cluster_versions (
      cluster VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      number INT NOT NULL,
      version VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      url VARCHAR(2048) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      uploaded_at BIGINT NOT NULL,
      scheduling_info LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      PRIMARY KEY (cluster, number),
      UNIQUE KEY cluster_versions_unique (cluster, version)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE cluster_versions');
  }
}

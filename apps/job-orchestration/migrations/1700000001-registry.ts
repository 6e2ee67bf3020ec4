import type { MigrationInterface, QueryRunner } from 'typeorm';
import { LONG_TEXT, TABLE_OPTIONS, createTable, text, word } from './create-table';

/** The three kinds of resource have tables of one shape. */
const resourceTable = (table: string, extra = ''): string => `CREATE TABLE ${table} (
  id ${text(255)} NOT NULL,
  created BIGINT NOT NULL,
  updated BIGINT NOT NULL,
  name ${text(255)} NOT NULL,
  user ${text(255)} NOT NULL,
  version ${text(255)} NOT NULL,
  status ${word(16)} NOT NULL,
  ${extra}
  document ${LONG_TEXT} NOT NULL,
  PRIMARY KEY (id),
  KEY ${table}_by_updated (updated, id),
  KEY ${table}_by_name (name),
  KEY ${table}_by_user (user)
) ${TABLE_OPTIONS}`;

/** What `tag` searches look into; the tags themselves are in the resource's document. */
const tagTable = (table: string, resources: string): string => `CREATE TABLE ${table} (
  resource_id ${text(255)} NOT NULL,
  tag ${text(255)} NOT NULL,
  PRIMARY KEY (resource_id, tag),
  KEY ${table}_by_tag (tag, resource_id),
  CONSTRAINT ${table}_of FOREIGN KEY (resource_id) REFERENCES ${resources} (id) ON DELETE CASCADE
) ${TABLE_OPTIONS}`;

/** The counter starts; every change of the registry raises it, so that a copy knows whether it is old. */
class StartRegistryVersion implements MigrationInterface {
  readonly name = 'Start_registry_version_1700000001080';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('INSERT INTO registry_version (id, version) VALUES (1, 0)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM registry_version');
  }
}

export const registryMigrations = [
  createTable(1700000001000, 'applications', resourceTable('applications', `type ${text(255)} NULL,`)),
  createTable(1700000001010, 'clusters', resourceTable('clusters')),
  createTable(1700000001020, 'commands', resourceTable('commands')),
  createTable(1700000001030, 'application_tags', tagTable('application_tags', 'applications')),
  createTable(1700000001040, 'cluster_tags', tagTable('cluster_tags', 'clusters')),
  createTable(1700000001050, 'command_tags', tagTable('command_tags', 'commands')),
  createTable(
    1700000001060,
    'command_applications',
    `CREATE TABLE command_applications (
      command_id ${text(255)} NOT NULL,
      position INT NOT NULL,
      application_id ${text(255)} NOT NULL,
      PRIMARY KEY (command_id, application_id),
      KEY command_applications_by_application (application_id),
      CONSTRAINT command_applications_of FOREIGN KEY (command_id) REFERENCES commands (id) ON DELETE CASCADE,
      CONSTRAINT command_applications_to FOREIGN KEY (application_id) REFERENCES applications (id)
    ) ${TABLE_OPTIONS}`,
  ),
  createTable(
    1700000001070,
    'registry_version',
    `CREATE TABLE registry_version (id INT NOT NULL, version BIGINT NOT NULL, PRIMARY KEY (id)) ${TABLE_OPTIONS}`,
  ),
  StartRegistryVersion,
];

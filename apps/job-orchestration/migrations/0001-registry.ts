import { LONG_TEXT, createTable, migration, word, type ExactText } from '@portolan/service';

/** The three kinds of resource have tables of one shape. */
const resourceTable =
  (table: string, extra: (text: ExactText) => string = () => '') =>
  (text: ExactText): string => `
  id ${text(255)} NOT NULL,
  created BIGINT NOT NULL,
  updated BIGINT NOT NULL,
  name ${text(255)} NOT NULL,
  user ${text(255)} NOT NULL,
  version ${text(255)} NOT NULL,
  status ${word(16)} NOT NULL,
  ${extra(text)}
  document ${LONG_TEXT} NOT NULL,
  PRIMARY KEY (id),
  KEY ${table}_by_updated (updated, id),
  KEY ${table}_by_name (name),
  KEY ${table}_by_user (user)
`;

/** The tags that `tag` searches read; the tags as clients see them are in the resource's document. */
const tagTable =
  (table: string, resources: string) =>
  (text: ExactText): string => `
  resource_id ${text(255)} NOT NULL,
  tag ${text(255)} NOT NULL,
  PRIMARY KEY (resource_id, tag),
  KEY ${table}_by_tag (tag, resource_id),
  CONSTRAINT ${table}_of FOREIGN KEY (resource_id) REFERENCES ${resources} (id) ON DELETE CASCADE
`;

export const registry = [
  createTable(
    'Create_applications_1700000001000',
    'applications',
    resourceTable('applications', (text) => `type ${text(255)} NULL,`),
  ),
  createTable('Create_clusters_1700000001010', 'clusters', resourceTable('clusters')),
  createTable('Create_commands_1700000001020', 'commands', resourceTable('commands')),
  createTable(
    'Create_application_tags_1700000001030',
    'application_tags',
    tagTable('application_tags', 'applications'),
  ),
  createTable('Create_cluster_tags_1700000001040', 'cluster_tags', tagTable('cluster_tags', 'clusters')),
  createTable('Create_command_tags_1700000001050', 'command_tags', tagTable('command_tags', 'commands')),
  createTable(
    'Create_command_applications_1700000001060',
    'command_applications',
    (text) => `
      command_id ${text(255)} NOT NULL,
      position INT NOT NULL,
      application_id ${text(255)} NOT NULL,
      PRIMARY KEY (command_id, application_id),
      KEY command_applications_by_application (application_id),
      CONSTRAINT command_applications_of FOREIGN KEY (command_id) REFERENCES commands (id) ON DELETE CASCADE,
      CONSTRAINT command_applications_to FOREIGN KEY (application_id) REFERENCES applications (id)
    `,
  ),
  createTable(
    'Create_registry_version_1700000001070',
    'registry_version',
    () => 'id INT NOT NULL, version BIGINT NOT NULL, PRIMARY KEY (id)',
  ),
  // Starts the counter that every change of the registry raises, so that a stale copy is detected.
  migration(
    'Start_registry_version_1700000001080',
    'INSERT INTO registry_version (id, version) VALUES (1, 0)',
    'DELETE FROM registry_version',
  ),
];

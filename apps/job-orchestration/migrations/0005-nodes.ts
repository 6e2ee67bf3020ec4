import { createTable, word } from '@portolan/service';

export const nodes = [
  createTable(
    'Create_nodes_1700000005000',
    'nodes',
    (text) => `
      node_id ${word(64)} NOT NULL,
      node_url ${text(2048)} NOT NULL,
      host ${text(255)} NOT NULL,
      agent_cluster ${word(128)} NOT NULL,
      zone ${text(128)} NULL,
      slots BIGINT NOT NULL,
      free_slots BIGINT NOT NULL,
      memory_mb BIGINT NOT NULL,
      free_memory_mb BIGINT NOT NULL,
      accepting TINYINT NOT NULL,
      launches BIGINT NOT NULL,
      wish ${word(16)} NOT NULL,
      seen_at BIGINT NOT NULL,
      PRIMARY KEY (node_id)
    `,
  ),
];

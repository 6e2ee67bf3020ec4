import { createTable, word } from '@portolan/service';

export const placement = [
  // Hosts that asked for workers, and their zones. A decision about a host locks its row.
  createTable(
    'CreatePlacementHosts1790000000012',
    'placement_hosts',
    (text) => `
      host ${text(255)} NOT NULL,
      zone ${text(128)} NOT NULL,
      agent_cluster ${word(128)} NOT NULL,
      seen_at BIGINT NOT NULL,
      PRIMARY KEY (host)`,
  ),
];

import { LONG_TEXT, word, type ExactText } from '@portolan/service';

/**
 * The tables of launches and leases for the migrations of every owner: columns and keys, then changes. Never edit a
 * statement of a published release: add a migration.
 */
export const LAUNCH_TABLES = {
  launches: (text: ExactText) => `
    id ${word(64)} NOT NULL,
    subject ${text(512)} NOT NULL,
    kind ${word(16)} NOT NULL,
    state ${word(16)} NOT NULL,
    agent_cluster ${word(128)} NOT NULL,
    offer ${LONG_TEXT} NOT NULL,
    created_at BIGINT NOT NULL,
    offered_at BIGINT NOT NULL,
    claimed_at BIGINT NULL,
    ended_at BIGINT NULL,
    node_id ${word(64)} NULL,
    node_url ${text(2048)} NULL,
    host ${text(255)} NULL,
    token ${word(64)} NULL,
    sequence BIGINT NOT NULL,
    snapshot ${LONG_TEXT} NULL,
    end_reason ${LONG_TEXT} NULL,
    stop_requested_at BIGINT NULL,
    kill_grace_ms INT NULL,
    missed_renewals INT NOT NULL,
    user_name ${text(255)} NOT NULL DEFAULT '',
    memory_mb INT NOT NULL DEFAULT 0,
    request_id ${word(128)} NULL,
    PRIMARY KEY (id),
    KEY launches_by_turn (state, kind, offered_at, agent_cluster, user_name, created_at),
    KEY launches_by_need (state, agent_cluster, memory_mb, created_at),
    KEY launches_by_node (node_id, state),
    KEY launches_by_subject (subject)`,
  nodeLeases: (text: ExactText) => `
    node_id ${word(64)} NOT NULL,
    node_url ${text(2048)} NOT NULL,
    host ${text(255)} NOT NULL,
    agent_cluster ${word(128)} NOT NULL,
    renewed_at BIGINT NOT NULL,
    PRIMARY KEY (node_id)`,
  /** The order of a user's own launches. */
  ownOrder: `ALTER TABLE launches
    ADD COLUMN turn_rank SMALLINT NOT NULL DEFAULT 0,
    DROP KEY launches_by_turn,
    ADD KEY launches_by_turn (state, kind, offered_at, agent_cluster, user_name, turn_rank, created_at)`,
  undoOwnOrder: `ALTER TABLE launches
    DROP KEY launches_by_turn,
    ADD KEY launches_by_turn (state, kind, offered_at, agent_cluster, user_name, created_at),
    DROP COLUMN turn_rank`,
} as const;

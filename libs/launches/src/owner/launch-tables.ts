/**
 * The tables of launches and leases, one DDL each, for the migrations of every owner. Never edit a
 * statement of a published release: add a migration.
 */
export const LAUNCH_TABLES = {
  launches: `CREATE TABLE launches (
    id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    subject VARCHAR(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    state VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    agent_cluster VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    offer LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    created_at BIGINT NOT NULL,
    offered_at BIGINT NOT NULL,
    claimed_at BIGINT NULL,
    ended_at BIGINT NULL,
    node_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
    node_url VARCHAR(2048) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    host VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    token VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
    sequence BIGINT NOT NULL,
    snapshot LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    end_reason LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    stop_requested_at BIGINT NULL,
    kill_grace_ms INT NULL,
    missed_renewals INT NOT NULL,
    PRIMARY KEY (id),
    KEY launches_by_state (state, offered_at),
    KEY launches_by_node (node_id, state),
    KEY launches_by_subject (subject)
  ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`,
  nodeLeases: `CREATE TABLE node_leases (
    node_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    node_url VARCHAR(2048) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    host VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    agent_cluster VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    renewed_at BIGINT NOT NULL,
    PRIMARY KEY (node_id)
  ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`,
  /** Columns that decide the turns of users; after `launches`. */
  fairShare: `ALTER TABLE launches
    ADD COLUMN user_name VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT '',
    ADD COLUMN memory_mb INT NOT NULL DEFAULT 0,
    ADD COLUMN request_id VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NULL,
    DROP KEY launches_by_state,
    ADD KEY launches_by_turn (state, kind, offered_at, agent_cluster, user_name, created_at, memory_mb)`,
  undoFairShare: `ALTER TABLE launches
    DROP KEY launches_by_turn,
    ADD KEY launches_by_state (state, offered_at),
    DROP COLUMN user_name,
    DROP COLUMN memory_mb,
    DROP COLUMN request_id`,
  /** Indexes of waiting launches by turn and by requirements; after `fairShare`. */
  turnOrder: `ALTER TABLE launches
    DROP KEY launches_by_turn,
    ADD KEY launches_by_turn (state, kind, offered_at, agent_cluster, user_name, created_at),
    ADD KEY launches_by_need (state, agent_cluster, memory_mb, created_at)`,
  undoTurnOrder: `ALTER TABLE launches
    DROP KEY launches_by_need,
    DROP KEY launches_by_turn,
    ADD KEY launches_by_turn (state, kind, offered_at, agent_cluster, user_name, created_at, memory_mb)`,
  /** The order of a user's own launches; after `turnOrder`. */
  ownOrder: `ALTER TABLE launches
    ADD COLUMN turn_rank SMALLINT NOT NULL DEFAULT 0,
    DROP KEY launches_by_turn,
    ADD KEY launches_by_turn (state, kind, offered_at, agent_cluster, user_name, turn_rank, created_at)`,
  undoOwnOrder: `ALTER TABLE launches
    DROP KEY launches_by_turn,
    ADD KEY launches_by_turn (state, kind, offered_at, agent_cluster, user_name, created_at),
    DROP COLUMN turn_rank`,
} as const;

import { LONG_TEXT, migration, word } from '@portolan/service';

const exact = (length: number, collation: string): string =>
  `VARCHAR(${length}) CHARACTER SET utf8mb4 COLLATE ${collation}`;

const ENGINE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin';

/** Schedules, and the fires at their times. */
export const schedules = [
  migration(
    'Create_schedules_1700000050000',
    (collation) => `CREATE TABLE schedules (
      id ${exact(255, collation)} NOT NULL,
      created BIGINT NOT NULL,
      updated BIGINT NOT NULL,
      name ${exact(255, collation)} NOT NULL,
      user ${exact(255, collation)} NOT NULL,
      version ${exact(255, collation)} NOT NULL,
      cron ${exact(1024, collation)} NOT NULL,
      time_zone ${exact(64, collation)} NOT NULL,
      start_at BIGINT NULL,
      end_at BIGINT NULL,
      jitter_seconds INT NOT NULL,
      overlap ${word(16)} NOT NULL,
      catch_up_seconds INT NOT NULL,
      paused_at BIGINT NULL,
      next_at BIGINT NULL,
      document ${LONG_TEXT} NOT NULL,
      PRIMARY KEY (id),
      KEY schedules_by_next (next_at),
      KEY schedules_by_updated (updated, id),
      KEY schedules_by_name (name, updated),
      KEY schedules_by_user (user, updated)
    ) ${ENGINE}`,
    'DROP TABLE schedules',
  ),
  migration(
    'Create_schedule_tags_1700000050010',
    (collation) => `CREATE TABLE schedule_tags (
      schedule_id ${exact(255, collation)} NOT NULL,
      tag ${exact(255, collation)} NOT NULL,
      PRIMARY KEY (schedule_id, tag),
      KEY schedule_tags_by_tag (tag, schedule_id),
      CONSTRAINT schedule_tags_of FOREIGN KEY (schedule_id) REFERENCES schedules (id) ON DELETE CASCADE
    ) ${ENGINE}`,
    'DROP TABLE schedule_tags',
  ),
  // The key admits one fire per schedule and time; due_at is NULL unless the clock has to decide about the fire.
  migration(
    'Create_schedule_fires_1700000050020',
    (collation) => `CREATE TABLE schedule_fires (
      schedule_id ${exact(255, collation)} NOT NULL,
      fire_at BIGINT NOT NULL,
      updated BIGINT NOT NULL,
      origin ${word(16)} NOT NULL,
      overlap ${word(16)} NOT NULL,
      phase ${word(16)} NOT NULL,
      outcome ${word(16)} NULL,
      due_at BIGINT NULL,
      job_id ${exact(255, collation)} NULL,
      reason ${exact(1024, collation)} NULL,
      PRIMARY KEY (schedule_id, fire_at),
      KEY schedule_fires_by_due (due_at),
      KEY schedule_fires_by_phase (phase, schedule_id),
      KEY schedule_fires_by_updated (updated),
      CONSTRAINT schedule_fires_of FOREIGN KEY (schedule_id) REFERENCES schedules (id) ON DELETE CASCADE
    ) ${ENGINE}`,
    'DROP TABLE schedule_fires',
  ),
];

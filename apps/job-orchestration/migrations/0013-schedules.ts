import { LONG_TEXT, createTable, word } from '@portolan/service';

/** Schedules, and the fires at their times. */
export const schedules = [
  createTable(
    'Create_schedules_1700000050000',
    'schedules',
    (text) => `
      id ${text(255)} NOT NULL,
      created BIGINT NOT NULL,
      updated BIGINT NOT NULL,
      name ${text(255)} NOT NULL,
      user ${text(255)} NOT NULL,
      version ${text(255)} NOT NULL,
      cron ${text(1024)} NOT NULL,
      time_zone ${text(64)} NOT NULL,
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
      KEY schedules_by_user (user, updated)`,
  ),
  createTable(
    'Create_schedule_tags_1700000050010',
    'schedule_tags',
    (text) => `
      schedule_id ${text(255)} NOT NULL,
      tag ${text(255)} NOT NULL,
      PRIMARY KEY (schedule_id, tag),
      KEY schedule_tags_by_tag (tag, schedule_id),
      CONSTRAINT schedule_tags_of FOREIGN KEY (schedule_id) REFERENCES schedules (id) ON DELETE CASCADE`,
  ),
  // The key admits one fire per schedule and time; due_at is NULL unless the clock has to decide about the fire.
  createTable(
    'Create_schedule_fires_1700000050020',
    'schedule_fires',
    (text) => `
      schedule_id ${text(255)} NOT NULL,
      fire_at BIGINT NOT NULL,
      updated BIGINT NOT NULL,
      origin ${word(16)} NOT NULL,
      overlap ${word(16)} NOT NULL,
      phase ${word(16)} NOT NULL,
      outcome ${word(16)} NULL,
      due_at BIGINT NULL,
      job_id ${text(255)} NULL,
      reason ${text(1024)} NULL,
      PRIMARY KEY (schedule_id, fire_at),
      KEY schedule_fires_by_due (due_at),
      KEY schedule_fires_by_phase (phase, schedule_id),
      KEY schedule_fires_by_updated (updated),
      CONSTRAINT schedule_fires_of FOREIGN KEY (schedule_id) REFERENCES schedules (id) ON DELETE CASCADE`,
  ),
];

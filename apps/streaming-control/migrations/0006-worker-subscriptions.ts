import { migration } from '@portolan/service';

export const workerSubscriptions = [
  // The time since which a sink worker has had no subscriber; it determines the end of Transient jobs.
  migration(
    'AddWorkerSubscriptions1790000000011',
    'ALTER TABLE workers ADD COLUMN unsubscribed_since BIGINT NULL',
    'ALTER TABLE workers DROP COLUMN unsubscribed_since',
  ),
];

import { migration } from '@portolan/service';

export const workerCauses = [
  migration(
    'CausesOfWorkers1790000000051',
    (text) => `ALTER TABLE workers ADD COLUMN cause ${text(1024)} NULL`,
    'ALTER TABLE workers DROP COLUMN cause',
  ),
];

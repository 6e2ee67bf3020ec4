import { createTable } from '@portolan/service';

/** A row for each user with a limit of active jobs. Submissions lock the row while they count and store (active-limit.service.ts). */
export const limitedUsers = [
  createTable(
    'Create_limited_users_1700000180000',
    'limited_users',
    (text) => `user ${text(255)} NOT NULL, PRIMARY KEY (user)`,
  ),
];

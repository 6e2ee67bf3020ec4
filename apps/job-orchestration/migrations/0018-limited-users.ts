import { migration } from '@portolan/service';

/** A row for each user with a limit of active jobs. Submissions lock the row while they count and store (active-limit.service.ts). */
export const limitedUsers = [
  migration(
    'Create_limited_users_1700000180000',
    (collation) => `CREATE TABLE limited_users (
      user VARCHAR(255) CHARACTER SET utf8mb4 COLLATE ${collation} NOT NULL,
      PRIMARY KEY (user)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`,
    'DROP TABLE limited_users',
  ),
];

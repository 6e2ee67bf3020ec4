import { migration } from '@portolan/service';

export const artifactOwner = [
  // The user who gave the artifact's address, which may hold credentials; null in jobs of older releases: the job's user.
  migration(
    'ArtifactOwnerOfJobs1790000000042',
    (collation) =>
      `ALTER TABLE jobs ADD COLUMN jar_owner VARCHAR(255) CHARACTER SET utf8mb4 COLLATE ${collation} NULL`,
    'ALTER TABLE jobs DROP COLUMN jar_owner',
  ),
];

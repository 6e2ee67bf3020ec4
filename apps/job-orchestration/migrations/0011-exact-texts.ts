import { exactTextMigrations } from '@portolan/service';

/** Ids, names and owners that differ in blanks at their end are different; see {@link exactTextMigrations}. */
export const exactTexts = exactTextMigrations(1700000040000, [
  {
    name: 'application_tags_of',
    table: 'application_tags',
    column: 'resource_id',
    parent: 'applications',
    cascades: true,
  },
  {
    name: 'cluster_tags_of',
    table: 'cluster_tags',
    column: 'resource_id',
    parent: 'clusters',
    cascades: true,
  },
  {
    name: 'command_tags_of',
    table: 'command_tags',
    column: 'resource_id',
    parent: 'commands',
    cascades: true,
  },
  {
    name: 'command_applications_of',
    table: 'command_applications',
    column: 'command_id',
    parent: 'commands',
    cascades: true,
  },
  {
    name: 'command_applications_to',
    table: 'command_applications',
    column: 'application_id',
    parent: 'applications',
  },
  { name: 'jobs_cluster', table: 'jobs', column: 'cluster_id', parent: 'clusters' },
  { name: 'jobs_command', table: 'jobs', column: 'command_id', parent: 'commands' },
  { name: 'job_tags_of', table: 'job_tags', column: 'job_id', parent: 'jobs', cascades: true },
  {
    name: 'job_applications_of',
    table: 'job_applications',
    column: 'job_id',
    parent: 'jobs',
    cascades: true,
  },
  {
    name: 'job_applications_to',
    table: 'job_applications',
    column: 'application_id',
    parent: 'applications',
  },
  { name: 'job_mails_of', table: 'job_mails', column: 'job_id', parent: 'jobs', cascades: true },
  { name: 'job_webhooks_of', table: 'job_webhooks', column: 'job_id', parent: 'jobs', cascades: true },
]);

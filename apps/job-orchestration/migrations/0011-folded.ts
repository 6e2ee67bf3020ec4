import { folded } from '@portolan/service';

/** Migrations whose effect is part of the tables above. */
export const foldedChanges = folded(
  "table_name = 'jobs' AND column_name = 'id' AND collation_name <> 'utf8mb4_bin'",
  [
    'Alter_jobs_attachments_1700000004000',
    'Alter_jobs_by_user_status_1700000004010',
    'Alter_jobs_by_kill_1700000004020',
    'Alter_launches_fair_share_1700000020000',
    'Alter_launches_turn_order_1700000020010',
    'Alter_jobs_history_1700000030010',
    'Alter_jobs_settled_in_1700000030020',
    'Alter_jobs_search_indexes_1700000031000',
    'Alter_job_tags_updated_1700000031010',
    'Copy_updated_to_job_tags_1700000031020',
    'Alter_job_tags_by_tag_1700000031030',
    'Alter_jobs_client_headers_1700000032000',
    'Exact_texts_without_references_1700000040000',
    'Exact_texts_1700000040001',
    'Exact_texts_with_references_1700000040002',
  ],
);

import { exactTextMigrations } from '@portolan/service';

/** Names, ids and users that differ in blanks at their end are different; see {@link exactTextMigrations}. */
export const exactTexts = exactTextMigrations(1790000000030);

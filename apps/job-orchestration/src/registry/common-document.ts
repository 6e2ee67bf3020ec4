import { iso } from './iso-time';
import type { CommonRequest } from './resource.dto';

/** What is stored of everything that clients submit (job-orchestration-v3, Common fields). */
export interface CommonDocument {
  description: string | null;
  metadata: Record<string, unknown> | null;
  tags: string[];
  configs: string[];
  dependencies: string[];
  setupFile: string | null;
}

/** Columns that everything has; times are ms since the epoch. */
export interface CommonColumns {
  id: string;
  created: number;
  updated: number;
  version: string;
  user: string;
  name: string;
}

/** Reads what all requests have; what was left out is null or empty. */
export const readCommon = (request: CommonRequest): CommonDocument => ({
  description: request.description ?? null,
  metadata: request.metadata ?? null,
  tags: request.tags ?? [],
  configs: request.configs ?? [],
  dependencies: request.dependencies ?? [],
  setupFile: blankToNull(request.setupFile),
});

/** A text that may be left out: a blank one says no more than none (job-orchestration-v3 allows a size of 0). */
export const blankToNull = (text: string | null | undefined): string | null =>
  text == null || text.trim() === '' ? null : text;

/** When something was stored and changed. */
export const showStamps = ({ id, created, updated }: Pick<CommonColumns, 'id' | 'created' | 'updated'>) => ({
  id,
  created: iso(created),
  updated: iso(updated),
});

/** The fields that every view begins with, in the order of the reference (jobs §3). */
export const showCommon = (
  row: CommonColumns,
  { description, metadata, tags }: Pick<CommonDocument, 'description' | 'metadata' | 'tags'>,
) => ({
  ...showStamps(row),
  version: row.version,
  user: row.user,
  name: row.name,
  description,
  metadata,
  tags,
});

import { randomUUID } from 'node:crypto';
import { iso } from './iso-time';
import type { CommonResponse, StampsResponse } from './resource-response.dto';
import type { CommonRequest } from './resource.dto';

/** The stored part that all submitted documents have in common (V3-COMMON-1). */
export interface CommonDocument {
  description: string | null;
  metadata: Record<string, unknown> | null;
  tags: string[];
  configs: string[];
  dependencies: string[];
  setupFile: string | null;
}

/** The stamps of a row; times are ms since the epoch. */
interface Stamps {
  id: string;
  created: number;
  updated: number;
}

/** Returns the client's id, or a generated one; an empty id counts as absent. */
export const idOrNew = (given: string | null | undefined): string =>
  given == null || given === '' ? randomUUID() : given;

/** Reads the fields that all requests have; an omitted one is null or empty. */
export const readCommon = (request: CommonRequest): CommonDocument => ({
  description: request.description ?? null,
  metadata: request.metadata ?? null,
  tags: request.tags ?? [],
  configs: request.configs ?? [],
  dependencies: request.dependencies ?? [],
  setupFile: blankToNull(request.setupFile),
});

/** Returns null for a blank text: a blank optional field counts as omitted. */
export const blankToNull = (text: string | null | undefined): string | null =>
  text == null || text.trim() === '' ? null : text;

/** Returns the times at which a document was stored and changed. */
export const showStamps = ({ id, created, updated }: Stamps): StampsResponse => ({
  id,
  created: iso(created),
  updated: iso(updated),
});

/** Returns the fields that every view begins with, in their fixed order (docs/contract/jobs.md, Links and order). */
export const showCommon = (
  row: Stamps & Record<'version' | 'user' | 'name', string>,
  { description, metadata, tags }: Pick<CommonDocument, 'description' | 'metadata' | 'tags'>,
): CommonResponse => ({
  ...showStamps(row),
  version: row.version,
  user: row.user,
  name: row.name,
  description,
  metadata,
  tags,
});

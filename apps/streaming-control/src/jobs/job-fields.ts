import { pickFields } from '../lists/list-page';
import type { JobRecord } from './job-record';

/** Parts of a job record that a list can be asked for some fields of. */
export const JobPart = {
  Metadata: 'jobMetadata',
  Stages: 'stageMetadataList',
  Workers: 'workerMetadataList',
} as const;
export type JobPart = (typeof JobPart)[keyof typeof JobPart];

/**
 * The named fields of a job record, or of one part of it: then the rest of the record stays as it is
 * (reference: streams §9).
 */
export function pickJobFields(record: JobRecord, fields: readonly string[], from?: JobPart): object {
  if (from === undefined || fields.length === 0) return pickFields(record, fields);
  const part: object | readonly object[] = record[from];
  const picked = Array.isArray(part)
    ? (part as readonly object[]).map((one) => pickFields(one, fields))
    : pickFields(part, fields);
  return { ...record, [from]: picked };
}

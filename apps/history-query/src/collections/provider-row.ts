import { fieldOf, isJsonObject, type Json, type JsonObject } from '../json';
import type { CollectionRow } from './collection-definition';
import { apiName } from './api-name';
import type { DetailCall, ProviderCall, ProviderService } from './provider-call';

/** Makes documents of a listed thing and of what was asked about it, by the names of the details. */
export type DocumentBuilder = (listed: Json, details: Readonly<Record<string, Json>>) => Json | Json[];

/** A collection of a cloud provider: what to call, and how its documents look. */
export interface ProviderRow extends Omit<CollectionRow, 'source'> {
  service: ProviderService;
  list: ProviderCall;
  /** In the order they are made. */
  details?: readonly DetailCall[];
  /** @default the listed thing with the details as further fields */
  document?: DocumentBuilder;
  /** The service is the same in all regions of an account. */
  global?: boolean;
  /** Field of the list call that takes owners (`AWS_OWNERS`). */
  owners?: string;
}

const withDetails: DocumentBuilder = (listed, details) =>
  isJsonObject(listed) ? { ...listed, ...details } : listed;

/** The documents of one listed thing. */
export function documentsFrom(
  row: ProviderRow,
  listed: Json,
  details: Readonly<Record<string, Json>>,
): Json[] {
  const made = (row.document ?? withDetails)(listed, details);
  return Array.isArray(made) ? made : [made];
}

/** The values that a detail call needs of a listed thing, by input field. @throws Error when one is missing */
export function detailInput({ from, operation }: DetailCall, listed: Json): Record<string, string> {
  const entries = Object.entries(from).map(([input, field]): [string, string] => {
    const value = field === '' ? listed : fieldOf(listed, field);
    if (typeof value !== 'string') throw new Error(`${operation}: a listed thing has no ${field}`);
    return [input, value];
  });
  return Object.fromEntries(entries);
}

/**
 * What a detail call says about one thing.
 *
 * @param result what was answered, all pages together
 * @param key the value that tells the thing in a batch
 * @returns undefined when a batch says nothing about the thing
 */
export function detailResult(
  { batch, field }: DetailCall,
  result: Json | undefined,
  key: string,
): Json | undefined {
  const all = batch && Array.isArray(result) ? result.find((one) => fieldOf(one, batch.by) === key) : result;
  if (field === undefined || all === undefined) return all;
  return Array.isArray(all) ? all.map((one) => fieldOf(one, field) ?? null) : (fieldOf(all, field) ?? null);
}

/**
 * Reads a recorded answer of the collection. Without details it is the answer of the list call
 * (`{"addresses": […]}`). With details it holds the answers of all calls, each under its name, those of the
 * details by the first value they were asked with:
 * `{"listQueues": {"queueUrls": […]}, "getQueueAttributes": {"<url>": {"attributes": {…}}}}`.
 * What has no answer of a detail had been deleted and is left out.
 */
export function documentsInRecording(row: ProviderRow): (answer: Json) => Json[] {
  const details = row.details ?? [];
  return (answer) => {
    const listing = details.length > 0 ? fieldOf(answer, apiName(row.list.operation)) : answer;
    const listed = fieldOf(listing, apiName(row.list.result));
    if (!Array.isArray(listed)) throw new Error(`the answer has no list "${apiName(row.list.result)}"`);
    return listed.flatMap((one) => {
      const found = recordedDetails(details, answer, one);
      return found ? documentsFrom(row, one, found) : [];
    });
  };
}

function recordedDetails(details: readonly DetailCall[], answer: Json, listed: Json): JsonObject | undefined {
  const found: JsonObject = {};
  for (const detail of details) {
    const [key = ''] = Object.values(detailInput(detail, listed));
    const recorded = fieldOf(fieldOf(answer, apiName(detail.operation)), key);
    const result = detailResult(detail, fieldOf(recorded, apiName(detail.result)), key);
    if (result === undefined) return undefined;
    found[detail.as] = result;
  }
  return found;
}

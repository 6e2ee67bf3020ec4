import { fieldOf, isJsonObject, type Json, type JsonObject } from '../json/json';
import type { DetailCall, DocumentBuilder, ProviderRow } from './collection-definition';

/** Converts a field's name from the provider's API: `InstanceId` to `instanceId`; several leading capitals stay (`DBInstanceIdentifier`). */
export const apiName = (name: string): string =>
  /^[A-Z]{2}/.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1);

const withDetails: DocumentBuilder = (listed, details) =>
  isJsonObject(listed) ? { ...listed, ...details } : listed;

export const documentsFrom = (
  row: ProviderRow,
  listed: Json,
  details: Readonly<Record<string, Json>>,
): Json[] => [(row.document ?? withDetails)(listed, details)].flat();

/** Returns the input of a detail call from a listed object. @throws Error when a value is missing */
export function detailInput({ from, operation }: DetailCall, listed: Json): Record<string, string> {
  const entries = Object.entries(from).map(([input, field]) => {
    const value = field === '' ? listed : fieldOf(listed, field);
    if (typeof value !== 'string') throw new Error(`${operation}: a listed object has no ${field}`);
    return [input, value] as const;
  });
  return Object.fromEntries(entries);
}

/** Returns the detail of one object from the response; undefined when a batch lacks it. @param key identifies the object in a batch */
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
 * Reads a recorded response: that of the list call, or with details those of all calls by name; a detail is stored under the
 * value of its first parameter (`{"listQueues": {...}, "getQueueAttributes": {"<url>": {...}}}`). An object without a recorded
 * detail was deleted meanwhile and is left out.
 */
export function documentsInRecording(row: ProviderRow): (answer: Json) => Json[] {
  const { list, details = [] } = row;
  return (answer) => {
    const listing = details.length > 0 ? fieldOf(answer, apiName(list.operation)) : answer;
    const listed = fieldOf(listing, apiName(list.result));
    if (!Array.isArray(listed)) throw new Error(`the response has no list "${apiName(list.result)}"`);
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

import { readFileSync } from 'node:fs';
import {
  defineCollection,
  type CollectionDefinition,
  type CollectionRow,
} from '../collections/collection-definition';
import { isJsonObject, type Json, type JsonObject } from '../json';

const NAME = /^[A-Za-z]\w*\/[A-Za-z]\w*$/;

/** Fields of a row, and whether each must be there. */
const TEXTS = { collection: true, url: true, id: true, list: false, next: false, created: false } as const;
const LISTS = ['dates', 'insignificant'] as const;

/**
 * Reads the rows of collections that are crawled over HTTP: an array of `{collection, url, id}`, optionally
 * with `list` (where the documents are; else the answer is the list), `next` (where the address of the next
 * page is), `created`, `dates` and `insignificant`. Fields in documents are dotted paths.
 *
 * @throws Error that names the row and what is wrong with it
 */
export function readHttpCollections(rows: Json): CollectionDefinition[] {
  if (!Array.isArray(rows)) throw new Error('an array of collections is required');
  return rows.map((row, index) => {
    try {
      return defineCollection(readRow(row));
    } catch (error) {
      throw new Error(`row ${index + 1}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  });
}

/** The same from a file. @throws Error that names the file */
export function httpCollectionsIn(file: string | undefined): CollectionDefinition[] {
  if (file === undefined) return [];
  try {
    return readHttpCollections(JSON.parse(readFileSync(file, 'utf8')) as Json);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`HTTP_COLLECTIONS_FILE ${file}: ${reason}`, { cause: error });
  }
}

function readRow(row: Json): CollectionRow {
  if (!isJsonObject(row)) throw new Error('an object is required');
  for (const [field, required] of Object.entries(TEXTS)) checkText(row, field, required);
  for (const field of LISTS) checkTexts(row, field);
  const { collection, url, id, list, next, created, dates, insignificant } = row as unknown as HttpRow;
  if (!NAME.test(collection))
    throw new Error(`collection: ${JSON.stringify(collection)} is no area/collection`);
  if (!/^https?:/.test(url) || !URL.canParse(url))
    throw new Error('url: an http or https address is required');
  const source = { kind: 'http' as const, url, list: list?.split('.') ?? [], next: next?.split('.') };
  return {
    name: collection,
    source,
    id,
    ...(created === undefined ? {} : { created }),
    dates: dates ?? [],
    insignificant: insignificant ?? [],
  };
}

interface HttpRow {
  collection: string;
  url: string;
  id: string;
  list?: string;
  next?: string;
  created?: string;
  dates?: string[];
  insignificant?: string[];
}

function checkText(row: JsonObject, field: string, required: boolean): void {
  const value = row[field];
  if (value === undefined && !required) return;
  if (typeof value !== 'string' || value === '') throw new Error(`${field}: a text is required`);
}

function checkTexts(row: JsonObject, field: string): void {
  const value = row[field];
  if (value === undefined) return;
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string' && one !== '')) {
    throw new Error(`${field}: a list of texts is required`);
  }
}

import { hasUserInfo, messageOf } from '@portolan/service';
import { readFileSync } from 'node:fs';
import {
  defineCollection,
  type CollectionDefinition,
  type CollectionRow,
} from '../collections/collection-definition';
import { TRAIL } from '../collections/collections';
import { isListAddress } from '../collections/list-address';
import { isJsonObject, type Json, type JsonObject } from '../json/json';

const NAME = /^[A-Za-z]\w*\/[A-Za-z]\w*$/;

/** Reads the rows of collections that are crawled over HTTP (README.md of this service). @throws Error with the row and the problem */
export function readConfiguredCollections(rows: Json): CollectionDefinition[] {
  if (!Array.isArray(rows)) throw new Error('an array of collections is required');
  return rows.map((row, index) => {
    try {
      return defineCollection(readRow(row));
    } catch (error) {
      throw new Error(`row ${index + 1}: ${messageOf(error)}`, { cause: error });
    }
  });
}

/** Reads the rows from a file. @throws Error with the file */
export function configuredCollectionsIn(file: string | undefined): CollectionDefinition[] {
  if (file === undefined) return [];
  try {
    return readConfiguredCollections(JSON.parse(readFileSync(file, 'utf8')) as Json);
  } catch (error) {
    throw new Error(`HTTP_COLLECTIONS_FILE ${file}: ${messageOf(error)}`, { cause: error });
  }
}

function readRow(row: Json): CollectionRow {
  if (!isJsonObject(row)) throw new Error('an object is required');
  const [name, url, id] = [textIn(row, 'collection'), textIn(row, 'url'), textIn(row, 'id')];
  const optional = (field: string): string | undefined =>
    row[field] === undefined ? undefined : textIn(row, field);
  const [list, next, created] = [optional('list'), optional('next'), optional('created')];
  const [dates, insignificant] = [textsIn(row, 'dates'), textsIn(row, 'insignificant')];
  if (!NAME.test(name))
    throw new Error(`collection: ${JSON.stringify(name)} is not of the form area/collection`);
  // The message must not repeat the address: it may contain a password.
  if (!isListAddress(url) || hasUserInfo(url))
    throw new Error(
      'url: an http or https address without user and password is required; write an @ that belongs to neither as %40',
    );
  const source = { kind: 'http' as const, url, list: list?.split('.') ?? [], next: next?.split('.') };
  const rolling = name.endsWith(`/${TRAIL}`);
  if (rolling && created === undefined)
    throw new Error('created: the path of the time of an event is required in a trail');
  return {
    ...{ name, source, id, dates, insignificant, rolling },
    ...(created !== undefined && { created }),
  };
}

const isText = (value: Json | undefined): value is string => typeof value === 'string' && value !== '';

function textIn(row: JsonObject, field: string): string {
  const value = row[field];
  if (isText(value)) return value;
  throw new Error(`${field}: a text is required`);
}

function textsIn(row: JsonObject, field: string): string[] {
  const value = row[field] === undefined ? [] : row[field];
  if (Array.isArray(value) && value.every(isText)) return value;
  throw new Error(`${field}: a list of texts is required`);
}

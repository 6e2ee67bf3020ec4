import { createRequire } from 'node:module';
import { closest } from '../input/closest.ts';
import { nameOf } from '../input/document.ts';
import { reference, unknownFields, type Schemas } from '../input/unknown-fields.ts';
import { oneLine } from '../output/text.ts';
import type { Session } from './session.ts';

/** Which document of OpenAPI, and which of its schemas; a document that was read may be sent back, so there may be several. */
export interface Kinds {
  api: 'jobs' | 'streams';
  schemas: readonly string[];
}

/** Notes the fields of a document that the service will ignore: they are probably misspelt. @param path names the file, or is `-` */
export function noteUnknownFields(
  { terminal }: Pick<Session, 'terminal'>,
  { api, schemas: names }: Kinds,
  path: string,
  document: unknown,
): void {
  const { components } = createRequire(import.meta.url)(`@portolan/client-${api}/openapi.json`) as {
    components: { schemas: Schemas };
  };
  const alternatives = { anyOf: names.map(reference) };
  const schema = Array.isArray(document) ? { items: alternatives } : alternatives;
  for (const { path: place, name, known } of unknownFields(document, schema, components.schemas)) {
    const meant = closest(name, known);
    const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
    terminal.note(`${nameOf(path)}: the field ${oneLine(place)} is unknown and ignored${hint}`);
  }
}

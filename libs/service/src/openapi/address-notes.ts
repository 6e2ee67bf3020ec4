import type { OpenAPIObject } from '@nestjs/swagger';
import { addSchemas, modelsIn, type AnswerNote, type Operation, type Schema } from './schema';

/** A parameter of an address or a header. */
interface ParameterNote {
  description: string;
  schema: Schema;
  example: unknown;
}

/** One kind of address, described beside the handler that reads all of them. */
export interface AddressNote {
  /** Unique in the API. */
  id: string;
  summary: string;
  tag: string;
  /** The description of each parameter in the address, by name. */
  parameters: Readonly<Record<string, ParameterNote>>;
  /** Optional headers, by name. */
  headers?: Readonly<Record<string, ParameterNote>>;
  /** By status. */
  answers: Readonly<Record<number, AnswerNote>>;
}

/** Kinds of addresses by their template: `/api/v2/{area}/{collection}/{id}`. */
export type AddressNotes = Readonly<Record<string, AddressNote>>;

/**
 * Adds operations that no handler declares, in place: GET of addresses that one handler with a wildcard reads, each with the
 * parameters that its template names and the type of its answer.
 */
export function withAddresses(document: OpenAPIObject, notes: AddressNotes): OpenAPIObject {
  for (const [path, note] of Object.entries(notes)) document.paths[path] = { get: operationOf(path, note) };
  addSchemas(document, modelsIn(notes));
  return document;
}

function operationOf(
  path: string,
  { id, summary, tag, parameters, headers, answers }: AddressNote,
): Operation {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const note = parameters[name];
    if (!note) throw new Error(`GET ${path} does not describe its parameter ${name}`);
    return { name, in: 'path' as const, required: true, ...note };
  });
  const inHeaders = Object.entries(headers ?? {}).map(([name, note]) => ({
    name,
    in: 'header' as const,
    required: false,
    ...note,
  }));
  const responses = Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => [status, { description: 'Done.', ...answer }]),
  );
  return { operationId: id, summary, tags: [tag], parameters: [...inPath, ...inHeaders], responses };
}

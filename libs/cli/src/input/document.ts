import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { usageError } from '../failure/cli-error.ts';

/** Where documents come from. */
export interface Sources {
  stdin: Readable;
  /** Folder that relative paths begin at. */
  cwd: string;
}

/** Standard input as the name of a file. */
const STDIN = '-';

/** Reads JSON or YAML from a file or, for `-`, standard input. @throws CliError for no file or no valid document */
export async function readDocument(sources: Sources, path: string): Promise<unknown> {
  return parseDocument(await readText(sources, path), nameOf(path));
}

/** Returns the name of a file in messages. */
export const nameOf = (path: string): string => (path === STDIN ? 'standard input' : path);

/** @throws CliError when a document is no object */
export async function readObject(sources: Sources, path: string): Promise<Record<string, unknown>> {
  const document = await readDocument(sources, path);
  if (typeof document === 'object' && document !== null && !Array.isArray(document))
    return document as Record<string, unknown>;
  throw usageError(`${nameOf(path)} must contain an object, got ${kindOf(document)}`);
}

const kindOf = (value: unknown): string =>
  value === null ? 'nothing' : Array.isArray(value) ? 'a list' : `a ${typeof value}`;

async function readText({ stdin, cwd }: Sources, path: string): Promise<string> {
  if (path === STDIN) return text(stdin);
  try {
    return await readFile(resolve(cwd, path), 'utf8');
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Returns the error of a file on the command line that cannot be read. */
export function unreadable(path: string, error: unknown): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return usageError(`there is no file ${path}`);
  return usageError(code === 'EISDIR' ? `${path} is a folder, not a file` : `cannot read ${path}: ${code}`);
}

async function parseDocument(content: string, name: string): Promise<unknown> {
  try {
    return JSON.parse(content);
  } catch (error) {
    if (/^\s*[[{]/.test(content) && name.endsWith('.json'))
      throw usageError(`${name} is not JSON: ${(error as Error).message}`);
  }
  const { parse } = await import('yaml');
  try {
    return parse(content) as unknown;
  } catch (error) {
    if ((error as { code?: string }).code === 'MULTIPLE_DOCS')
      throw usageError(`${name} has several documents, separated by ---; expected one`);
    throw usageError(`${name} is neither JSON nor YAML: ${firstLine(error)}`);
  }
}

/** The parser shows the place in further lines, after a colon. */
const firstLine = (error: unknown): string =>
  ((error as Error).message.split('\n')[0] ?? '').replace(/:$/, '');

import { hasField } from '../releases/in-release';
import type { Release } from '../releases/release';
import type { CommandDocument, ResourceDocument } from './resource-document';
import type { ResourceKind } from './resource-kind';

/**
 * A replacement with what the client's release does not know taken from the stored document: who can't see a field must
 * not wipe it out by sending back what was read.
 */
export function withUnseen(
  release: Release,
  noun: ResourceKind['noun'],
  read: ResourceDocument,
  stored: ResourceDocument,
): ResourceDocument {
  const kept = Object.entries(stored).filter(([field]) => !hasField(release, noun, field));
  const document: ResourceDocument = { ...read, ...(Object.fromEntries(kept) as object) };
  if (noun !== 'command' || hasField(release, noun, 'runtime')) return document;
  // Without `runtime` a client sees one amount of it all the same: `memory`.
  const { resources, images } = (stored as CommandDocument).runtime;
  const { memoryMb } = (read as CommandDocument).runtime.resources;
  return { ...document, runtime: { resources: { ...resources, memoryMb }, images } } as CommandDocument;
}

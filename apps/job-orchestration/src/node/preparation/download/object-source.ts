import type { Outbound } from '@portolan/service';
import { isRefusal, type ObjectStore } from '../../../object-store/object-store.gateway';
import { objectLocation } from '../../../object-store/object-location';
import { downloadFailed, type Content, type Look } from './source';

/** Opens an s3 address, where `outbound` lets it lead. */
export async function openObject(
  url: string,
  { known, signal }: Look,
  store: Pick<ObjectStore, 'read'>,
  outbound: Outbound,
): Promise<Content | 'unchanged'> {
  const location = objectLocation(url);
  if (!location) throw downloadFailed(url, 'not an address of an object', true);
  outbound.checkObject(location);
  const found = await store.read(location, { knownEtag: known?.etag, signal }).catch((error: unknown) => {
    if (isRefusal(error)) throw downloadFailed(url, messageOf(error), true);
    throw error;
  });
  if (found === 'unchanged') return found;
  if (!found) throw downloadFailed(url, 'there is no such object', true);
  return { body: found.body, validator: found.etag === undefined ? undefined : { etag: found.etag } };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

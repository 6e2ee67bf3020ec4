import { malformed } from '@portolan/service';
import { quote } from '../errors/quote';

/** Decodes one part of an address that has been split already. @throws ServiceError (malformed) */
export function percentDecode(part: string): string {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    throw malformed('path', `invalid percent-encoding: ${quote(part)}`);
  }
}

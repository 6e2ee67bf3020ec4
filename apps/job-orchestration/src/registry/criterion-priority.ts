import { malformed } from '@portolan/service';
import { constraint } from '../errors/error-format';

const PRIORITY_PATTERN = /^\d{1,9}$/;
export const MAX_PRIORITY = 999_999_999;

/** Reads a priority of an address. @throws ServiceError: constraint below 0, malformed for a text that is not a number */
export function readPriority(text: string): number {
  if (/^-\d{1,9}$/.test(text)) throw constraint('a priority must be at least 0');
  if (!PRIORITY_PATTERN.test(text))
    throw malformed('priority', `a priority is a number from 0 on, not ${text}`);
  return Number(text);
}

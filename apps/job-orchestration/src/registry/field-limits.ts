import { malformed } from '@portolan/service';
import {
  TextList,
  entryPattern,
  validate,
  type ClassConstructor,
  type TextListOptions,
} from '@portolan/validation';
import { constraint } from '../errors/error-format';
import { isSystemTag } from '../criteria/system-tags';

/** Rules of an optional text, of an optional amount, and of an amount that an INT column holds. */
export const OPTIONAL_TEXT = { optional: true, max: 255 } as const;
export const AMOUNT = { optional: true, integer: true, min: 1 } as const;
export const INT_AMOUNT = { ...AMOUNT, max: 2_147_483_647 } as const;

/** Criteria of a job or a command: each is compared with every resource. More are 412 (V3-LIMIT-1). */
export const CRITERIA_LIMIT = 100;
/** Resources that another one is linked to. */
export const LINKS_LIMIT = 1000;
/** Tags of a resource, a job or a criterion. */
export const TAGS = { unique: true, visible: true, max: 255, maxEntries: 1000 } as const;
/** Tags of a resource, each of which has an address; those of the system are dropped. */
export const RESOURCE_TAGS = { ...TAGS, segment: true, without: isSystemTag } as const;
/** Configurations and dependencies: each is a file that a node fetches. */
export const LOCATIONS = { unique: true, max: 1024, maxEntries: 1000 } as const;

/** @throws ServiceError (constraint) when a list extended by several requests has too many entries */
export function requireRoom(list: string, entries: number, limit: number): void {
  if (entries > limit) throw constraint(`${list} must have at most ${limit} entries, not ${entries}`);
}

export interface ListBody {
  schema: { type: 'array'; items: object; maxItems: number };
  limit: number;
  /** @throws ValidationFailedError or ServiceError (malformed) */
  read: (body: unknown) => string[];
}

/** @param name of the list in messages */
function listBody(name: string, rules: TextListOptions & { maxEntries: number }): ListBody {
  class Body {}
  TextList(rules)(Body.prototype, name);
  const items = { type: 'string', minLength: 1, maxLength: rules.max, pattern: entryPattern(rules) };
  return {
    schema: { type: 'array', items, maxItems: rules.maxEntries },
    limit: rules.maxEntries,
    read: (body) => {
      if (!Array.isArray(body)) throw malformed('', 'the body must be an array of strings');
      return validate(Body as ClassConstructor<Record<string, string[]>>, { [name]: body })[name] ?? [];
    },
  };
}

export const TAG_LIST = listBody('tags', RESOURCE_TAGS);
export const LOCATION_LIST = listBody('entries', LOCATIONS);
export const ID_LIST = listBody('ids', { max: 255, maxEntries: LINKS_LIMIT });

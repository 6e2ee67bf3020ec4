import { TextList, validate, type ClassConstructor } from '@portolan/validation';
import { malformed } from '@portolan/service';
import { FILES_LIMIT, LINKS_LIMIT, TAGS_LIMIT } from './list-limits';
import { isSystemTag } from './system-tags';

class Tags {
  @TextList({ unique: true, max: 255, maxEntries: TAGS_LIMIT, without: isSystemTag }) tags!: string[];
}

class Locations {
  @TextList({ unique: true, max: 1024, maxEntries: FILES_LIMIT }) entries!: string[];
}

class Ids {
  @TextList({ max: 255, maxEntries: LINKS_LIMIT }) ids!: string[];
}

/** A body that is an array of tags, without those of the system. @throws ValidationFailedError or ServiceError (malformed) */
export const readTags = (body: unknown): string[] => read(Tags, 'tags', body);

/** A body that is an array of file locations. @throws ValidationFailedError or ServiceError (malformed) */
export const readLocations = (body: unknown): string[] => read(Locations, 'entries', body);

/** A body that is an array of ids. @throws ValidationFailedError or ServiceError (malformed) */
export const readIds = (body: unknown): string[] => read(Ids, 'ids', body);

function read<K extends string, T extends Record<K, string[]>>(
  type: ClassConstructor<T>,
  key: K,
  body: unknown,
): string[] {
  if (!Array.isArray(body)) throw malformed('', 'an array of strings is required');
  return validate(type, { [key]: body })[key];
}

import type { LaunchEntity } from './launch.entity';

/**
 * Items in the order of their launches' subjects, those of one launch as they came. Owners lock rows of theirs by launch:
 * in one order two transactions never wait for each other.
 */
export function bySubject<T>(
  items: readonly T[],
  launchOf: (item: T) => Pick<LaunchEntity, 'subject'> | undefined,
): T[] {
  const subjectOf = (item: T): string => launchOf(item)?.subject ?? '';
  return [...items].sort((one, other) => compare(subjectOf(one), subjectOf(other)));
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Every application, cluster and command has the tags `svc.id:<id>` and `svc.name:<name>`. */
export const ID_TAG = 'svc.id:';
export const NAME_TAG = 'svc.name:';

/** Tells whether a tag is one of the system's. These are not stored: computed, they can't be lost, forged or go stale. */
export const isSystemTag = (tag: string): boolean => tag.startsWith(ID_TAG) || tag.startsWith(NAME_TAG);

/** Stored tags as they are shown: with the system tags of today's id and name. */
export const withSystemTags = (
  tags: readonly string[],
  { id, name }: { id: string; name: string },
): string[] => [...tags, `${ID_TAG}${id}`, `${NAME_TAG}${name}`];

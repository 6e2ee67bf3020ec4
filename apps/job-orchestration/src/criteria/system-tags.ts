/** Every application, cluster and command has the system tags `svc.id:<id>` and `svc.name:<name>` (V3-COMMON-5). */
export const ID_TAG = 'svc.id:';
export const NAME_TAG = 'svc.name:';

/** Reports whether a tag is a system tag. System tags are computed instead of stored: they cannot be lost, forged or stale. */
export const isSystemTag = (tag: string): boolean => tag.startsWith(ID_TAG) || tag.startsWith(NAME_TAG);

export const systemTags = ({ id, name }: { id: string; name: string }): string[] => [
  `${ID_TAG}${id}`,
  `${NAME_TAG}${name}`,
];

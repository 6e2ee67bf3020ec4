import { genieTags, type Compatibility } from '../compatibility/genie';
import { systemTags } from '../criteria/system-tags';

/** Returns the tags of a resource to show: the stored ones and the system tags (V3-COMMON-5), also under Genie's names (V3-COMPAT-2). */
export function shownTags(
  compatibility: Compatibility,
  tags: readonly string[],
  named: { id: string; name: string },
): string[] {
  const system = systemTags(named);
  return [...tags, ...system, ...genieTags(compatibility, system)];
}

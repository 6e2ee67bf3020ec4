/**
 * All that `COMPATIBILITY=genie` changes, for teams that come from Genie and whose clients, scripts and job files know its
 * names (docs/migrating.md). The rest of the service asks these functions and knows no name of Genie's.
 */
import { ID_TAG, NAME_TAG, withSystemTags } from '../registry/system-tags';

export const COMPATIBILITIES = ['none', 'genie'] as const;
export type Compatibility = (typeof COMPATIBILITIES)[number];

const GENIE_TAGS = [
  ['genie.id:', ID_TAG],
  ['genie.name:', NAME_TAG],
] as const;
/** The service's directory in that of a job, and what Genie calls it. */
const DIRECTORY = '.portolan';
const GENIE_DIRECTORY = 'genie';
/** Paths in that directory which clients of Genie ask for, and those of the same content here. */
const FILES = new Map([['logs/genie.log', 'logs/agent.log']]);

/** Whether searches ignore parameters and fields to sort by that they do not know. */
export const ignoresUnknown = (compatibility: Compatibility): boolean => compatibility === 'genie';

/** `page.size`: the elements of a page, or the size that was asked for. */
export const shownPageSize = (compatibility: Compatibility, elements: number, asked: number): number =>
  compatibility === 'genie' ? asked : elements;

/** Stored tags as they are shown: with the tags of the system, under Genie's names too. */
export function shownTags(
  compatibility: Compatibility,
  tags: readonly string[],
  named: { id: string; name: string },
): string[] {
  const shown = withSystemTags(tags, named);
  if (compatibility !== 'genie') return shown;
  const system = withSystemTags([], named);
  return [...shown, ...system.map((tag) => renamed(tag, (genie, own) => [own, genie]))];
}

/** One tag, or several with commas between them, with the service's names in place of Genie's. */
const ownTag = (tag: string): string =>
  tag
    .split(',')
    .map((one) => renamed(one, (genie, own) => [genie, own]))
    .join(',');

function renamed(tag: string, pairOf: (genie: string, own: string) => readonly [string, string]): string {
  for (const [genie, own] of GENIE_TAGS) {
    const [from, to] = pairOf(genie, own);
    if (tag.startsWith(from)) return to + tag.slice(from.length);
  }
  return tag;
}

/** Fields of bodies whose texts are tags. */
const TAG_LISTS = ['tags', 'commandCriteria'];
/** Fields of bodies whose entries have tags. */
const CRITERIA_LISTS = ['clusterCriteria', 'clusterCriterias'];

/** A query or body of a client, or a list of tags, with the service's tags in place of Genie's. Anything else stays as it is. */
export function readTags<T>(compatibility: Compatibility, given: T): T {
  return compatibility === 'genie' ? (withOwnTags(given) as T) : given;
}

function withOwnTags(given: unknown): unknown {
  if (Array.isArray(given)) {
    return given.map((one: unknown) => (typeof one === 'string' ? ownTag(one) : withOwnTags(one)));
  }
  if (typeof given !== 'object' || given === null) return given;
  const read: Record<string, unknown> = { ...given };
  for (const name of TAG_LISTS) if (Array.isArray(read[name])) read[name] = withOwnTags(read[name]);
  for (const name of CRITERIA_LISTS) if (Array.isArray(read[name])) read[name] = withOwnTags(read[name]);
  // Of a query.
  if (typeof read.tag === 'string') read.tag = ownTag(read.tag);
  else if (Array.isArray(read.tag)) read.tag = withOwnTags(read.tag);
  return read;
}

/** The path of an address of output, where Genie's directory leads to the service's, and its log to that of the node. */
export function outputSegments(
  compatibility: Compatibility,
  segments: string[] | undefined,
): string[] | undefined {
  if (compatibility !== 'genie' || segments?.[0] !== GENIE_DIRECTORY) return segments;
  const inside = segments.slice(1).join('/');
  return [DIRECTORY, ...(FILES.get(inside) ?? inside).split('/')];
}

/**
 * Lines of a job's run script, after its variables are set: each variable under Genie's name, and a link to the directory. The
 * script runs as the job, so nothing here is done with other rights than the job's own.
 */
export const runScriptLines = (compatibility: Compatibility): string[] =>
  compatibility === 'genie'
    ? [
        'for portolan_name in "${!PORTOLAN_@}"; do export "GENIE_${portolan_name#PORTOLAN_}=${!portolan_name}"; done',
        'unset portolan_name',
        `[[ -e ${GENIE_DIRECTORY} || -L ${GENIE_DIRECTORY} ]] || ln -s ${DIRECTORY} ${GENIE_DIRECTORY}`,
      ]
    : [];

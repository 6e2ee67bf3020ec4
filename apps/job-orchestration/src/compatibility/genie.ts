/**
 * Everything that `COMPATIBILITY=genie` changes, for teams whose clients, scripts and job files use the names of Genie
 * (docs/migrating.md). The rest of the service calls these functions; the address of the version is in
 * `http/genie-version.controller.ts`.
 */
import { ID_TAG, NAME_TAG } from '../criteria/system-tags';
import type { Release } from '../releases/release-table';

export const COMPATIBILITIES = ['none', 'genie'] as const;
export type Compatibility = (typeof COMPATIBILITIES)[number];

/** Prefixes of tags, each with the one that replaces it. */
const FROM_GENIE = [['genie.id:', ID_TAG] as const, ['genie.name:', NAME_TAG] as const];
const TO_GENIE = FROM_GENIE.map(([genie, own]) => [own, genie] as const);
/** The service's directory in the directory of a job, and Genie's name of it. */
const DIRECTORY = '.portolan';
const GENIE_DIRECTORY = 'genie';
/** Paths in that directory that clients of Genie request, and the paths of the same content here. */
const FILES = new Map([['logs/genie.log', 'logs/agent.log']]);

/** Reports whether `statusMsg` and the text of a 412 state the cause; clients of Genie and of earlier releases compare the plain texts. */
export const explainsStatus = (release: Release, compatibility: Compatibility): boolean =>
  release === '4.3' && compatibility !== 'genie';

/** Reports whether searches ignore unknown parameters and sort fields. */
export const ignoresUnknown = (compatibility: Compatibility): boolean => compatibility === 'genie';

/** Returns `page.size`: the number of elements on the page; with genie the requested size. */
export const shownPageSize = (compatibility: Compatibility, elements: number, asked: number): number =>
  compatibility === 'genie' ? asked : elements;

/** Returns the same system tags under Genie's names; none without compatibility with Genie. */
export const genieTags = (compatibility: Compatibility, systemTags: readonly string[]): string[] =>
  compatibility === 'genie' ? systemTags.map((tag) => renamed(tag, TO_GENIE)) : [];

/** Returns the tags that a request asks for, under the names that its client and its job use: those of Genie in compatibility mode. */
export const requestedTags = (compatibility: Compatibility, tags: readonly string[]): string[] =>
  compatibility === 'genie' ? genieTags(compatibility, tags) : [...tags];

/** Returns one tag, or several separated by commas, with the service's names instead of Genie's. */
const ownTag = (tag: string): string =>
  tag
    .split(',')
    .map((one) => renamed(one, FROM_GENIE))
    .join(',');

function renamed(tag: string, prefixes: readonly (readonly [string, string])[]): string {
  const [from, to] = prefixes.find(([prefix]) => tag.startsWith(prefix)) ?? ['', ''];
  return to + tag.slice(from.length);
}

/** Fields of bodies and queries whose texts are tags, or whose entries have tags. */
const TAG_FIELDS = ['tags', 'commandCriteria', 'clusterCriteria', 'clusterCriterias', 'tag'];

/** Returns a query or body of a client, or a list of tags, with the service's tags instead of Genie's; the rest is unchanged. */
export function readTags<T>(compatibility: Compatibility, given: T): T {
  return compatibility === 'genie' ? (withOwnTags(given) as T) : given;
}

function withOwnTags(given: unknown): unknown {
  if (Array.isArray(given)) {
    return given.map((one: unknown) => (typeof one === 'string' ? ownTag(one) : withOwnTags(one)));
  }
  if (typeof given !== 'object' || given === null) return given;
  const read: Record<string, unknown> = { ...given };
  for (const name of TAG_FIELDS) if (Array.isArray(read[name])) read[name] = withOwnTags(read[name]);
  if (typeof read.tag === 'string') read.tag = ownTag(read.tag);
  return read;
}

/** Returns the path of an address of output; Genie's directory maps to the service's, its log to the log of the node. */
export function outputSegments(compatibility: Compatibility, segments: string[] | undefined) {
  if (compatibility !== 'genie' || segments?.[0] !== GENIE_DIRECTORY) return segments;
  const inside = segments.slice(1);
  return [DIRECTORY, ...(FILES.get(inside.join('/'))?.split('/') ?? inside)];
}

/**
 * Lines of a job's run script after its variables are set: each variable under Genie's name, and a link to the directory. The
 * script runs as the job, so these lines have no rights beyond the job's own.
 */
export const runScriptLines = (compatibility: Compatibility): string[] =>
  compatibility === 'genie'
    ? [
        'for portolan_name in "${!PORTOLAN_@}"; do export "GENIE_${portolan_name#PORTOLAN_}=${!portolan_name}"; done',
        'unset portolan_name',
        `[[ -e ${GENIE_DIRECTORY} || -L ${GENIE_DIRECTORY} ]] || ln -s ${DIRECTORY} ${GENIE_DIRECTORY}`,
      ]
    : [];

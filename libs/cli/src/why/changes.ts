import type { JobAttempt } from '@portolan/client-jobs';
import { findDocuments, type Client } from '@portolan/client-history';
import { isAnswered } from '../failure/request-failure.ts';

/** A field that differs between two documents. */
export interface Difference {
  /** `memory`, `tags`, `runtime.resources.cpu`. */
  path: string;
  before: unknown;
  after: unknown;
}

/** Something that was not the same when the job last succeeded. */
export interface Change {
  what: 'request' | 'cluster' | 'command' | 'application' | 'node';
  id: string | null;
  text: string;
  differences: Difference[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields that differ although nobody changed anything. */
const INCIDENTAL = new Set(['id', 'created', 'updated', '_links', 'links']);

/** The fields in which two documents differ, nested ones by their path; lists are compared as a whole. */
export function differences(before: unknown, after: unknown, path = ''): Difference[] {
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names]
      .filter((name) => path !== '' || !INCIDENTAL.has(name))
      .flatMap((name) => differences(before[name], after[name], path === '' ? name : `${path}.${name}`));
  }
  const [one, other] = [before, after].map((value) => JSON.stringify(value ?? null));
  return one === other ? [] : [{ path, before: before ?? null, after: after ?? null }];
}

/** Where an attempt ran, and the revisions of that node, the newest first. */
export interface NodeThen {
  attempt: Pick<JobAttempt, 'nodeId' | 'hostName'>;
  /** When the attempt ran, ms. */
  time: number;
  revisions: readonly Revision[];
}

/** Fields of a node that make a job succeed or fail there. */
const FACTS = ['agentCluster', 'host', 'memoryMb', 'slots', 'zone'];

/**
 * Tells that two attempts ran on different nodes: what became of the first one since, and in what the nodes differ.
 * @returns undefined for the same node, and when an attempt had none
 */
export function nodeChange(before: NodeThen, after: NodeThen): Change | undefined {
  const [old, fresh] = [before.attempt, after.attempt];
  if (!old.nodeId || !fresh.nodeId || old.nodeId === fresh.nodeId) return undefined;
  const text = `ran on ${named(fresh)}; the success ran on ${named(old)}${fate(before)}`;
  const [factsBefore, factsAfter] = [facts(before), facts(after)];
  return {
    what: 'node',
    id: fresh.nodeId,
    text,
    differences:
      factsBefore && factsAfter
        ? differences(factsBefore, factsAfter)
        : differences(old.hostName, fresh.hostName, 'hostName'),
  };
}

const named = ({ hostName, nodeId }: NodeThen['attempt']): string => `${hostName ?? 'a node'} (${nodeId})`;

function facts({ revisions, time }: NodeThen): object | undefined {
  const data = revisionAt(revisions, time)?.data;
  return data && Object.fromEntries(FACTS.map((name) => [name, data[name]]));
}

/** Describes the newest state of a node that was usable when the job ran, and when that state began. */
function fate({ revisions }: NodeThen): string {
  const [newest] = revisions;
  if (!newest) return '';
  if (newest.ltime !== null) return `, which is gone since ${new Date(newest.ltime).toISOString()}`;
  const { state } = newest.data;
  if (state === 'ACTIVE') return ', which is still there';
  const changed = revisions.findIndex(({ data }) => data.state !== state);
  const first = revisions[changed < 0 ? revisions.length - 1 : changed - 1] ?? newest;
  return `, which is ${String(state)} since ${new Date(first.stime).toISOString()}`;
}

/** A cluster, command or application that a job ran with, and the one that the success ran with. */
export interface Used {
  kind: 'cluster' | 'command' | 'application';
  resource: { id: string; name: string; updated: string };
  before: { id: string; name: string } | undefined;
}

/** History sees a change only at its next crawl. */
const CRAWL_DELAY_MS = 10 * 60_000;

/** Returns what changed in the registry between two runs, with the fields that history saw change. */
export async function registryThen(
  history: RegistryHistory,
  range: { from: number; to: number },
  used: readonly Used[],
): Promise<Change[]> {
  const changes = await Promise.all(
    used.map(async ({ kind, resource, before }): Promise<Change[]> => {
      const { id, name, updated } = resource;
      if (before?.id !== id) {
        const text = `${name} (${id}) was selected; the success had ${before ? `${before.name} (${before.id})` : 'none'}`;
        return [{ what: kind, id, text, differences: [] }];
      }
      const time = Date.parse(updated);
      if (time < range.from) return [];
      const revisions = await history.of(kind, id);
      const [old, fresh] = [
        revisionAt(revisions, range.from),
        revisionAt(revisions, Math.max(range.to, time) + CRAWL_DELAY_MS),
      ];
      const found = old && fresh ? differences(old.data, fresh.data) : [];
      return [{ what: kind, id, text: `${name} (${id}) was changed at ${updated}`, differences: found }];
    }),
  );
  return changes.flat();
}

/** Collections of the area `svc` that tell the circumstances of jobs. */
export type RecordedKind = 'cluster' | 'command' | 'application' | 'node';

/** One state of a registered document. */
export interface Revision {
  stime: number;
  ltime: number | null;
  data: Record<string, unknown>;
}

/** The revisions of the registries that history has kept. */
export class RegistryHistory {
  /** Why some changes may be unknown; null as long as history has answered. */
  unknown: string | null = null;

  constructor(private readonly client: Client) {}

  /** Returns the revisions of a document, the newest first; none when history does not know it, or has no answer. */
  async of(kind: RecordedKind, id: string): Promise<Revision[]> {
    const modifiers = { all: true, meta: true };
    try {
      return await findDocuments<Revision>(this.client, {
        area: 'svc',
        collection: `${kind}s`,
        id,
        modifiers,
      });
    } catch (error) {
      if (isAnswered(error) && error.status === 404) return [];
      this.unknown = `history query has no answer (${error instanceof Error ? error.message : String(error)})`;
      return [];
    }
  }
}

/** The newest revision that began by a time, else the oldest. @param revisions the newest first */
const revisionAt = (revisions: readonly Revision[], time: number): Revision | undefined =>
  revisions.find(({ stime }) => stime <= time) ?? revisions.at(-1);

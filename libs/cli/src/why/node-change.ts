import type { JobAttempt } from '@portolan/client-jobs';
import { differences, type Change } from './differences.ts';
import { revisionAt, type Revision } from './revisions.ts';

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

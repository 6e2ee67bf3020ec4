import {
  getJob,
  getJobDependencies,
  type Client,
  type JobDependencies,
  type JobStatus,
} from '@portolan/client-jobs';
import { orNull } from '../../api/errors';
import type { Asking } from '../../api/queries';

/** A job in the graph of dependencies. */
export interface GraphNode {
  id: string;
  name: string;
  status: JobStatus | null;
}

/** The jobs around one job: an edge leads from a job to the one that waits for it. */
export interface JobGraph {
  nodes: readonly GraphNode[];
  edges: readonly { from: string; to: string; condition: string }[];
  /** True when some jobs are left out. */
  isCut: boolean;
}

/** Jobs that are shown at most. */
const NODES_LIMIT = 60;

/** Reads the jobs that depend on each other around one job, nearest first. @throws ApiError 404 in releases before 4.3 */
export async function readJobGraph(asking: Asking<Client>, id: string): Promise<JobGraph> {
  const seen = new Map<string, JobDependencies>();
  const waiting = [id];
  let isCut = false;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (seen.has(next)) continue;
    if (seen.size >= NODES_LIMIT) {
      isCut = true;
      break;
    }
    const { data } = await getJobDependencies({ ...asking, path: { id: next } });
    seen.set(next, data);
    waiting.push(...data.dependsOn.map((one) => one.id), ...data.dependents);
  }
  const edges = [...seen].flatMap(([to, { dependsOn }]) =>
    dependsOn.flatMap(({ id: from, condition }) => (seen.has(from) ? [{ from, to, condition }] : [])),
  );
  const nodes = await Promise.all(
    [...seen.keys()].map(async (one) => {
      // A job may have been deleted since.
      const job = await orNull(getJob({ ...asking, path: { id: one } }));
      return { id: one, name: job?.name ?? one, status: job?.status ?? null };
    }),
  );
  return { nodes, edges, isCut };
}

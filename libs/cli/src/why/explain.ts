import {
  getJob,
  getJobApplications,
  getJobCluster,
  getJobCommand,
  getJobExecution,
  getJobRequest,
  listJobAttempts,
  listJobs,
  listNodes,
  type Job,
  type JobAttempt,
  type JobSummary,
} from '@portolan/client-jobs';
import type { Client } from '@portolan/client-history';
import { answered } from '../failure/request-failure.ts';
import type { JobsApi } from '../session/jobs-api.ts';
import type { Change } from './change.ts';
import { differences } from './differences.ts';
import { registryThen } from './registry-then.ts';

/** What is known about the end of a job. */
export interface Explanation {
  id: string;
  status: string;
  message: string | null;
  exitCode: number | null;
  attempts: readonly JobAttempt[];
  lastSuccess: { id: string; finished: string | null } | null;
  /** Null without an earlier success to compare with. */
  changes: Change[] | null;
  /** Why some changes may be unknown. */
  unknown: string | null;
}

interface Resource {
  id: string;
  name: string;
  updated: string;
}

/** What a job ran with. */
interface Circumstances {
  request: object;
  cluster: Resource | undefined;
  command: Resource | undefined;
  applications: Resource[];
  attempts: JobAttempt[];
}

/** Explains how a job ended, and what changed since the last success of a job of its name and user. */
export async function explain(api: JobsApi, history: Client, id: string): Promise<Explanation> {
  const { data: job } = await getJob({ ...api, path: { id } });
  const [execution, now, good] = await Promise.all([
    answered(getJobExecution({ ...api, path: { id } })),
    circumstances(api, id),
    lastSuccess(api, job),
  ]);
  const compared = good ? await compare(api, history, job, good, now) : { changes: null, unknown: null };
  return {
    id,
    status: job.status,
    message: job.statusMsg,
    exitCode: execution?.data.exitCode ?? null,
    attempts: now.attempts,
    lastSuccess: good ? { id: good.id, finished: good.finished } : null,
    ...compared,
  };
}

async function lastSuccess(api: JobsApi, job: Job): Promise<JobSummary | undefined> {
  const { data } = await listJobs({
    ...api,
    query: {
      name: job.name,
      user: job.user,
      status: ['SUCCEEDED'],
      sort: ['finished,desc'],
      size: 2,
      maxFinished: Date.parse(job.finished ?? new Date().toISOString()),
    },
  });
  return data._embedded?.jobSearchResultList.find(({ id }) => id !== job.id);
}

async function circumstances(api: JobsApi, id: string): Promise<Circumstances> {
  const call = { ...api, path: { id } };
  const [request, cluster, command, applications, attempts] = await Promise.all([
    getJobRequest(call),
    answered(getJobCluster(call)),
    answered(getJobCommand(call)),
    answered(getJobApplications(call)),
    answered(listJobAttempts(call)),
  ]);
  return {
    request: request.data,
    cluster: cluster?.data,
    command: command?.data,
    applications: (applications?.data as Resource[] | undefined) ?? [],
    attempts: attempts?.data ?? [],
  };
}

async function compare(
  api: JobsApi,
  history: Client,
  job: Job,
  good: JobSummary,
  now: Circumstances,
): Promise<{ changes: Change[]; unknown: string | null }> {
  const then = await circumstances(api, good.id);
  const since = Date.parse(good.started ?? good.finished ?? job.created);
  const registry = await registryThen(history, { from: since, to: Date.parse(job.started ?? job.created) }, [
    ...(now.cluster ? [{ kind: 'cluster' as const, resource: now.cluster, before: then.cluster }] : []),
    ...(now.command ? [{ kind: 'command' as const, resource: now.command, before: then.command }] : []),
    ...now.applications.map((resource) => ({
      kind: 'application' as const,
      resource,
      before: then.applications.find(({ name }) => name === resource.name),
    })),
  ]);
  const changes = [
    ...requestChange(then.request, now.request),
    ...registry.changes,
    ...(await nodeChange(api, then.attempts.at(-1), now.attempts.at(-1))),
  ];
  return { changes, unknown: registry.unknown };
}

function requestChange(before: object, after: object): Change[] {
  const found = differences(before, after);
  return found.length === 0
    ? []
    : [{ what: 'request', id: null, text: 'the request differs', differences: found }];
}

async function nodeChange(
  api: JobsApi,
  before: JobAttempt | undefined,
  after: JobAttempt | undefined,
): Promise<Change[]> {
  if (!before?.nodeId || !after?.nodeId || before.nodeId === after.nodeId) return [];
  const nodes = await answered(listNodes(api));
  const isThere = nodes?.data._embedded.nodeList.some(({ id }) => id === before.nodeId);
  const now = nodes === undefined ? '' : isThere ? ', which is still there' : ', which is gone';
  const text = `ran on ${hostOf(after)}; the success ran on ${hostOf(before)}${now}`;
  return [
    {
      what: 'node',
      id: after.nodeId,
      text,
      differences: differences(before.hostName, after.hostName, 'hostName'),
    },
  ];
}

const hostOf = ({ hostName, nodeId }: JobAttempt): string => `${hostName ?? 'a node'} (${nodeId})`;

import {
  getJob,
  getJobApplications,
  getJobCluster,
  getJobCommand,
  getJobExecution,
  getJobRequest,
  listJobAttempts,
  listJobs,
  type Job,
  type JobAttempt,
  type JobSummary,
} from '@portolan/client-jobs';
import type { Client } from '@portolan/client-history';
import { answered } from '../failure/request-failure.ts';
import type { JobsApi } from '../session/jobs-api.ts';
import { differences, type Change, nodeChange, registryThen, RegistryHistory } from './changes.ts';

/** The known facts about the end of a job. */
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

/** The resources that a job ran with. */
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
  const registry = new RegistryHistory(history);
  const changes = good ? await changesSince(api, registry, job, good, now) : null;
  return {
    id,
    status: job.status,
    message: job.statusMsg,
    exitCode: execution?.data.exitCode ?? null,
    attempts: now.attempts,
    lastSuccess: good ? { id: good.id, finished: good.finished } : null,
    changes,
    unknown: registry.unknown,
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

async function changesSince(
  api: JobsApi,
  history: RegistryHistory,
  job: Job,
  good: JobSummary,
  now: Circumstances,
): Promise<Change[]> {
  const then = await circumstances(api, good.id);
  const [from, to] = [Date.parse(good.started ?? good.finished ?? job.created), startOf(job)];
  const [registry, node] = await Promise.all([
    registryThen(history, { from, to }, [
      ...(now.cluster ? [{ kind: 'cluster' as const, resource: now.cluster, before: then.cluster }] : []),
      ...(now.command ? [{ kind: 'command' as const, resource: now.command, before: then.command }] : []),
      ...now.applications.map((resource) => ({
        kind: 'application' as const,
        resource,
        before: then.applications.find(({ name }) => name === resource.name),
      })),
    ]),
    changeOfNode(history, [then.attempts.at(-1), from], [now.attempts.at(-1), to]),
  ]);
  return [...requestChange(then.request, now.request), ...registry, ...(node ? [node] : [])];
}

const startOf = ({ started, created }: Job): number => Date.parse(started ?? created);

function requestChange(before: object, after: object): Change[] {
  const found = differences(before, after);
  return found.length === 0
    ? []
    : [{ what: 'request', id: null, text: 'the request differs', differences: found }];
}

type AttemptThen = readonly [attempt: JobAttempt | undefined, time: number];

/** History is asked only when the nodes differ. */
async function changeOfNode(
  history: RegistryHistory,
  [before, timeBefore]: AttemptThen,
  [after, timeAfter]: AttemptThen,
): Promise<Change | undefined> {
  if (!before?.nodeId || !after?.nodeId || before.nodeId === after.nodeId) return undefined;
  const [old, fresh] = await Promise.all([
    history.of('node', before.nodeId),
    history.of('node', after.nodeId),
  ]);
  return nodeChange(
    { attempt: before, time: timeBefore, revisions: old },
    { attempt: after, time: timeAfter, revisions: fresh },
  );
}

import { getStatus } from '@portolan/client-history';
import {
  listApplications,
  listClusters,
  listCommands,
  listJobs,
  listNodes,
  listSchedules,
} from '@portolan/client-jobs';
import { listJobClusters, listJobs as listStreams } from '@portolan/client-streams';
import { OUTPUTS } from '../config/settings.ts';
import { jobsApi } from '../session/jobs-api.ts';
import { historyClient } from '../session/history-api.ts';
import { streamsApi } from '../session/streams-api.ts';
import type { Session } from '../session/session.ts';

/** A word that may stand at the cursor, and what it is. */
export interface Candidate {
  word: string;
  about: string;
}

/** Asks a service for words. */
type Source = (session: Session) => Promise<Candidate[]>;

/** So many of the newest are offered. */
const COUNT = 50;

const words =
  (...list: readonly string[]): Source =>
  async () =>
    list.map((word) => ({ word, about: '' }));

const jobs: Source = async (session) => {
  const { data } = await listJobs({ ...jobsApi(session), query: { size: COUNT, sort: ['created,desc'] } });
  return (data._embedded?.jobSearchResultList ?? []).map(({ id, name, status }) => ({
    word: id,
    about: `${name}, ${status}`,
  }));
};

const schedules: Source = async (session) => {
  const { data } = await listSchedules({ ...jobsApi(session), query: { size: COUNT } });
  return (data._embedded?.scheduleList ?? []).map(({ id, name, cron }) => ({
    word: id,
    about: `${name}, ${cron}`,
  }));
};

const resources =
  (kind: 'cluster' | 'command' | 'application'): Source =>
  async (session) => {
    const api = { ...jobsApi(session), query: { size: COUNT } };
    const found = {
      cluster: async () => (await listClusters(api)).data._embedded?.clusterList,
      command: async () => (await listCommands(api)).data._embedded?.commandList,
      application: async () => (await listApplications(api)).data._embedded?.applicationList,
    };
    return ((await found[kind]()) ?? []).map(({ id, name, version }) => ({
      word: id,
      about: `${name} ${version}`,
    }));
  };

const registered = (kind: Parameters<typeof resources>[0]): Readonly<Record<string, Source>> => ({
  id: resources(kind),
  ids: resources(kind),
});

const nodes: Source = async (session) => {
  const { data } = await listNodes(jobsApi(session));
  return data._embedded.nodeList.map(({ id, host, state }) => ({ word: id, about: `${host}, ${state}` }));
};

const streamClusters: Source = async (session) => {
  const { data } = await listJobClusters({ ...streamsApi(session), query: { pageSize: COUNT } });
  return data.list.map(({ name, latestVersion }) => ({ word: name, about: `job cluster, ${latestVersion}` }));
};

const streams: Source = async (session) => {
  const query = { pageSize: COUNT, compact: true, jobState: 'Active' };
  const { data } = await listStreams({ ...streamsApi(session), query });
  const list = data.list as unknown as { jobId: string; state: string }[];
  return list.map(({ jobId, state }) => ({ word: jobId, about: state }));
};

const collections: Source = async (session) => {
  const { data } = await getStatus({ client: historyClient(session), throwOnError: true });
  return data.collections.map(({ collection }) => ({ word: collection, about: 'collection' }));
};

const contexts: Source = async ({ config }) =>
  Object.entries(config.contexts).map(([word, { jobs: address = '' }]) => ({ word, about: address }));

const both =
  (...sources: readonly Source[]): Source =>
  async (session) =>
    (await Promise.all(sources.map((source) => source(session)))).flat();

const JOB_STATES = words('ACCEPTED', 'CLAIMED', 'INIT', 'RUNNING', 'SUCCEEDED', 'FAILED', 'KILLED');

/** Completions of the arguments of a group's commands, by the argument's name. */
const ARGUMENTS: Readonly<Record<string, Readonly<Record<string, Source>>>> = {
  job: { id: jobs, ids: jobs, source: jobs },
  array: { id: jobs },
  schedule: { id: schedules, ids: schedules },
  cluster: registered('cluster'),
  command: registered('command'),
  application: registered('application'),
  node: { ids: nodes },
  history: { address: collections },
  stream: {
    name: both(streams, streamClusters),
    job: streams,
    jobs: streams,
    cluster: streamClusters,
    clusters: streamClusters,
  },
  context: { name: contexts },
};

/** Completions of the values of options, in any command. */
const OPTIONS: Readonly<Record<string, Source>> = {
  '--output': words(...OUTPUTS),
  '--context': contexts,
  '--status': JOB_STATES,
  '--depends-on': jobs,
  '--array-id': jobs,
  '--application': resources('application'),
  '--outcome': words('started', 'skipped', 'missed', 'failed', 'buffered'),
  '--overlap': words('skip', 'buffer', 'replace', 'allow'),
  '--cron-policy': words('KEEP_EXISTING', 'KEEP_NEW'),
  '--retry-on': words('lost', 'memory', 'timeout', 'setup', 'exit'),
};

/** The source of an argument. @returns undefined for one that only the user knows */
export const argumentSource = (group: string, argument: string): Source | undefined =>
  ARGUMENTS[group]?.[argument];

export const optionSource = (option: string): Source | undefined => OPTIONS[option];

import { findIds, getStatus } from '@portolan/client-history';
import {
  listApplications,
  listClusters,
  listCommands,
  listJobs,
  listNodes,
  listSchedules,
  type Schedule,
} from '@portolan/client-jobs';
import { listJobClusters, listJobs as listStreams } from '@portolan/client-streams';
import { OUTPUTS } from '../config/settings.ts';
import { jobsApi } from '../session/jobs-api.ts';
import { historyClient } from '../session/history-api.ts';
import { streamsApi } from '../session/streams-api.ts';
import type { Session } from '../session/session.ts';

/** A word that may follow at the cursor, and its description. */
export interface Candidate {
  word: string;
  about: string;
}

/** Asks a service for words. @param current the word that is being typed; the caller removes words that do not begin with it */
export type Source = (session: Session, current: string) => Promise<Candidate[]>;

/** So many of the newest are offered. */
const COUNT = 50;

/** Offers words that are always the same. */
const words =
  (...list: readonly string[]): Source =>
  async () =>
    list.map((word) => ({ word, about: '' }));

/** Completes the last word of a comma-separated list; earlier words stay. */
const listOf =
  (source: Source): Source =>
  async (session, current) => {
    const before = current.slice(0, current.lastIndexOf(',') + 1);
    const chosen = before.split(',');
    const found = await source(session, current.slice(before.length));
    return found
      .filter(({ word }) => !chosen.includes(word))
      .map(({ word, about }) => ({ word: before + word, about }));
  };

const jobs: Source = async (session) => {
  const { data } = await listJobs({ ...jobsApi(session), query: { size: COUNT, sort: ['created,desc'] } });
  return (data._embedded?.jobSearchResultList ?? []).map(({ id, name, status }) => ({
    word: id,
    about: `${name}, ${status}`,
  }));
};

const schedules: Source = async (session) =>
  (await schedulesOf(session)).map(({ id, name, cron }) => ({ word: id, about: `${name}, ${cron}` }));

async function schedulesOf(session: Session): Promise<readonly Schedule[]> {
  const { data } = await listSchedules({ ...jobsApi(session), query: { size: COUNT } });
  return data._embedded?.scheduleList ?? [];
}

type Kind = 'cluster' | 'command' | 'application';

async function registryOf(
  session: Session,
  kind: Kind,
): Promise<readonly { id: string; name: string; version: string; tags: string[] }[]> {
  const api = { ...jobsApi(session), query: { size: COUNT } };
  const found = {
    cluster: async () => (await listClusters(api)).data._embedded?.clusterList,
    command: async () => (await listCommands(api)).data._embedded?.commandList,
    application: async () => (await listApplications(api)).data._embedded?.applicationList,
  };
  return (await found[kind]()) ?? [];
}

const resources =
  (kind: Kind): Source =>
  async (session) =>
    (await registryOf(session, kind)).map(({ id, name, version }) => ({
      word: id,
      about: `${name} ${version}`,
    }));

/** Names in the registry, with the ids that have them. */
const names =
  (kind: Kind): Source =>
  async (session) =>
    grouped((await registryOf(session, kind)).map(({ id, name }) => [name, id]));

/** Tags in the registry, with the names that have them. */
const tags =
  (kind: Kind): Source =>
  async (session) =>
    grouped((await registryOf(session, kind)).flatMap((one) => one.tags.map((tag) => [tag, one.name])));

const scheduleTags: Source = async (session) =>
  grouped((await schedulesOf(session)).flatMap((one) => (one.tags ?? []).map((tag) => [tag, one.name])));

/** Merges the descriptions of equal words. */
function grouped(pairs: readonly (readonly [word: string, about: string])[]): Candidate[] {
  const found = new Map<string, Set<string>>();
  for (const [word, about] of pairs) found.set(word, (found.get(word) ?? new Set()).add(about));
  return [...found].map(([word, abouts]) => ({ word, about: [...abouts].join(', ') }));
}

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

/** Documents of a collection, once it is complete; before, the collections. */
const documents: Source = async (session, current) => {
  const [area = '', collection = '', ...id] = current.split('/');
  if (id.length === 0)
    return (await collections(session, current)).map(({ word, about }) => ({ word: `${word}/`, about }));
  const ids = await findIds(historyClient(session), { area, collection });
  return ids
    .filter((one) => one.startsWith(id.join('/')))
    .slice(0, COUNT)
    .map((one) => ({ word: `${area}/${collection}/${one}`, about: 'document' }));
};

const contexts: Source = async ({ config }) =>
  Object.entries(config.contexts).map(([word, { jobs: address = '' }]) => ({ word, about: address }));

/** Offers the words of several sources. */
const both =
  (...sources: readonly Source[]): Source =>
  async (session, current) =>
    (await Promise.all(sources.map((source) => source(session, current)))).flat();

/** A command, by its name and that of its group. */
export interface CommandName {
  group: string;
  command: string;
}

type Sources = Readonly<Record<string, Source>>;

const REGISTERED_STATES = words('ACTIVE', 'DEPRECATED', 'INACTIVE');

/** Completions of arguments, by command or else by group, and the name of the argument. */
const ARGUMENTS: Sources = {
  'job id': jobs,
  'job ids': jobs,
  'job source': jobs,
  'array id': jobs,
  'schedule id': schedules,
  'schedule ids': schedules,
  'cluster id': resources('cluster'),
  'cluster ids': resources('cluster'),
  'command id': resources('command'),
  'command ids': resources('command'),
  'application id': resources('application'),
  'application ids': resources('application'),
  'node ids': nodes,
  'history address': documents,
  'history list address': collections,
  'history export address': collections,
  'stream name': both(streams, streamClusters),
  'stream job': streams,
  'stream jobs': streams,
  'stream cluster': streamClusters,
  'stream clusters': streamClusters,
  'context name': contexts,
};

/** Completions of the values of options, by command, by group, or else for any command. */
const OPTIONS: Sources = {
  '--output': words(...OUTPUTS),
  '--context': contexts,
  '--depends-on': jobs,
  '--array-id': jobs,
  '--application': resources('application'),
  '--outcome': words('started', 'skipped', 'missed', 'failed', 'buffered'),
  '--overlap': words('skip', 'buffer', 'replace', 'allow'),
  '--cron-policy': words('KEEP_EXISTING', 'KEEP_NEW'),
  '--retry-on': listOf(words('lost', 'memory', 'timeout', 'setup', 'exit')),
  'job --status': listOf(words('ACCEPTED', 'CLAIMED', 'INIT', 'RUNNING', 'SUCCEEDED', 'FAILED', 'KILLED')),
  'job --command': listOf(tags('command')),
  'job --cluster': listOf(tags('cluster')),
  'job list --command': names('command'),
  'job list --cluster': names('cluster'),
  'job kill --command': names('command'),
  'job kill --cluster': names('cluster'),
  'cluster --status': words('UP', 'OUT_OF_SERVICE', 'TERMINATED'),
  'cluster --tag': tags('cluster'),
  'command --status': REGISTERED_STATES,
  'command --tag': tags('command'),
  'command --cluster': listOf(tags('cluster')),
  'application --status': REGISTERED_STATES,
  'application --tag': tags('application'),
  'schedule --tag': scheduleTags,
};

const at = (sources: Sources, { group, command }: CommandName, name: string): Source | undefined =>
  sources[`${group} ${command} ${name}`] ?? sources[`${group} ${name}`] ?? sources[name];

/** Returns the source of an argument; undefined for one that only the user knows. */
export const argumentSource = (place: CommandName, argument: string): Source | undefined =>
  at(ARGUMENTS, place, argument);

/** Returns the source of the values of an option; undefined for one that only the user knows. */
export const optionSource = (place: CommandName, option: string): Source | undefined =>
  at(OPTIONS, place, option);

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
export const words =
  (...list: readonly string[]): Source =>
  async () =>
    list.map((word) => ({ word, about: '' }));

/** Completes the last word of a comma-separated list; earlier words stay. */
export const listOf =
  (source: Source): Source =>
  async (session, current) => {
    const before = current.slice(0, current.lastIndexOf(',') + 1);
    const chosen = before.split(',');
    const found = await source(session, current.slice(before.length));
    return found
      .filter(({ word }) => !chosen.includes(word))
      .map(({ word, about }) => ({ word: before + word, about }));
  };

export const jobs: Source = async (session) => {
  const { data } = await listJobs({ ...jobsApi(session), query: { size: COUNT, sort: ['created,desc'] } });
  return (data._embedded?.jobSearchResultList ?? []).map(({ id, name, status }) => ({
    word: id,
    about: `${name}, ${status}`,
  }));
};

export const schedules: Source = async (session) =>
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

export const resources =
  (kind: Kind): Source =>
  async (session) =>
    (await registryOf(session, kind)).map(({ id, name, version }) => ({
      word: id,
      about: `${name} ${version}`,
    }));

/** Names in the registry, with the ids that have them. */
export const names =
  (kind: Kind): Source =>
  async (session) =>
    grouped((await registryOf(session, kind)).map(({ id, name }) => [name, id]));

/** Tags in the registry, with the names that have them. */
export const tags =
  (kind: Kind): Source =>
  async (session) =>
    grouped((await registryOf(session, kind)).flatMap((one) => one.tags.map((tag) => [tag, one.name])));

export const scheduleTags: Source = async (session) =>
  grouped((await schedulesOf(session)).flatMap((one) => (one.tags ?? []).map((tag) => [tag, one.name])));

/** Merges the descriptions of equal words. */
function grouped(pairs: readonly (readonly [word: string, about: string])[]): Candidate[] {
  const found = new Map<string, Set<string>>();
  for (const [word, about] of pairs) found.set(word, (found.get(word) ?? new Set()).add(about));
  return [...found].map(([word, abouts]) => ({ word, about: [...abouts].join(', ') }));
}

export const nodes: Source = async (session) => {
  const { data } = await listNodes(jobsApi(session));
  return data._embedded.nodeList.map(({ id, host, state }) => ({ word: id, about: `${host}, ${state}` }));
};

export const streamClusters: Source = async (session) => {
  const { data } = await listJobClusters({ ...streamsApi(session), query: { pageSize: COUNT } });
  return data.list.map(({ name, latestVersion }) => ({ word: name, about: `job cluster, ${latestVersion}` }));
};

export const streams: Source = async (session) => {
  const query = { pageSize: COUNT, compact: true, jobState: 'Active' };
  const { data } = await listStreams({ ...streamsApi(session), query });
  const list = data.list as unknown as { jobId: string; state: string }[];
  return list.map(({ jobId, state }) => ({ word: jobId, about: state }));
};

export const collections: Source = async (session) => {
  const { data } = await getStatus({ client: historyClient(session), throwOnError: true });
  return data.collections.map(({ collection }) => ({ word: collection, about: 'collection' }));
};

/** Documents of a collection, once it is complete; before, the collections. */
export const documents: Source = async (session, current) => {
  const [area = '', collection = '', ...id] = current.split('/');
  if (id.length === 0)
    return (await collections(session, current)).map(({ word, about }) => ({ word: `${word}/`, about }));
  const ids = await findIds(historyClient(session), { area, collection });
  return ids
    .filter((one) => one.startsWith(id.join('/')))
    .slice(0, COUNT)
    .map((one) => ({ word: `${area}/${collection}/${one}`, about: 'document' }));
};

export const contexts: Source = async ({ config }) =>
  Object.entries(config.contexts).map(([word, { jobs: address = '' }]) => ({ word, about: address }));

/** Offers the words of several sources. */
export const both =
  (...sources: readonly Source[]): Source =>
  async (session, current) =>
    (await Promise.all(sources.map((source) => source(session, current)))).flat();

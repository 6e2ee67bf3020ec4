import { actOnNode, listNodes, type NodeList } from '@portolan/client-jobs';
import type { Column } from '../../output/table.ts';
import type { PortolanCommand, RegisterGroup } from '../../session/portolan-command.ts';
import { forEachId } from '../../session/for-each.ts';
import { jobsApi } from '../../session/jobs-api.ts';
import { WATCH_OPTION, showList, type WatchOption } from '../../session/lists.ts';

type Node = NodeList['_embedded']['nodeList'][number];

const COLUMNS: readonly Column<Node>[] = [
  { title: 'ID', value: ({ id }) => id, kind: 'id' },
  { title: 'HOST', value: ({ host }) => host },
  { title: 'STATE', value: ({ state }) => state, kind: 'status' },
  { title: 'LAUNCHES', value: ({ launches }) => launches },
  { title: 'SLOTS FREE', value: ({ freeSlots, slots }) => `${freeSlots}/${slots}` },
  { title: 'MB FREE', value: ({ freeMemoryMb, memoryMb }) => `${freeMemoryMb}/${memoryMb}` },
  { title: 'SEEN', value: ({ lastSeen }) => lastSeen, kind: 'time' },
  { title: 'CLUSTER', value: ({ agentCluster }) => agentCluster, wide: true },
  { title: 'ZONE', value: ({ zone }) => zone, wide: true },
  { title: 'URL', value: ({ url }) => url, wide: true },
];

const ACTIONS = {
  drain: { about: 'Stop taking work; running work is awaited or moved.', done: 'draining' },
  cordon: { about: 'Stop taking work; running work continues.', done: 'cordoned' },
  uncordon: { about: 'Take work again.', done: 'uncordoned' },
} as const;

/** `portolan node`. */
export const register: RegisterGroup = (group) => {
  group
    .command('list')
    .alias('ls')
    .description('List the nodes, their capacity and what is free.')
    .option(...WATCH_OPTION)
    .examples('portolan node list -o wide', 'portolan node list --watch')
    .sessionAction(async (session, options: WatchOption) => {
      const api = jobsApi(session);
      const load = async () => (await listNodes(api)).data._embedded.nodeList;
      await showList(session, options, load, COLUMNS, 'no nodes');
    });

  for (const action of Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]) addAction(group, action);
};

function addAction(group: PortolanCommand, action: keyof typeof ACTIONS): void {
  const { about, done } = ACTIONS[action];

  group
    .command(action)
    .description(about)
    .argument('<ids...>', 'ids of nodes')
    .examples(`portolan node ${action} 0b7e4d52-0a5f-4f5c-8a3f-6b5a3b0e8f11`)
    .sessionAction(async (session, ids: string[]) => {
      const api = jobsApi(session);
      return forEachId(session, ids, done, (id) => actOnNode({ ...api, path: { id, action } }));
    });
}

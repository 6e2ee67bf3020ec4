import type { Command } from 'commander';
import {
  addClusterCriterion,
  addCommandApplications,
  deleteCommandApplication,
  getClusterCriteria,
  patchCommand,
} from '@portolan/client-jobs';
import { usageError } from '../../failure/cli-error.ts';
import { several } from '../../input/values.ts';
import { examples, type Cli } from '../../session/cli.ts';
import { jobsApi, type JobsApi } from '../../session/jobs-api.ts';

interface LinkOptions {
  application?: string[];
  cluster?: string[];
}

/** Applications, and tags of clusters. */
interface Links {
  applications: string[];
  clusters: string[][];
}

type CommandApi = JobsApi & { path: { id: string } };

/** `command link` and `command unlink`. */
export function registerLinks(group: Command, cli: Cli): void {
  const link = group
    .command('link')
    .description('Add applications that a command needs, or clusters that it can run on.');
  changesLinks(link, cli, add);
  examples(
    link,
    'portolan command link word-count --application coreutils',
    'portolan command link word-count --cluster type:shell',
  );

  const unlink = group
    .command('unlink')
    .description('Remove applications of a command, or clusters that it can run on.');
  changesLinks(unlink, cli, remove);
  examples(
    unlink,
    'portolan command unlink word-count --application coreutils',
    'portolan command unlink word-count --cluster type:shell',
  );
}

function changesLinks(
  command: Command,
  cli: Cli,
  change: (api: CommandApi, links: Links) => Promise<void>,
): void {
  command
    .argument('<id>', 'id of the command')
    .option('--application <id>', 'application; repeatable', several)
    .option('--cluster <tags>', 'tags of clusters: type:shell,sla:prod; repeatable', several);
  command.action(
    cli.action(async (session, id: string, { application = [], cluster = [] }: LinkOptions) => {
      if (application.length + cluster.length === 0) throw usageError('give --application or --cluster');
      const links = { applications: application, clusters: cluster.map((tags) => tags.split(',')) };
      await change({ ...jobsApi(session), path: { id } }, links);
      await session.printer.outcome(`${id} is ${command.name()}ed`, {
        id,
        applications: application,
        clusters: cluster,
      });
    }),
  );
}

async function add(api: CommandApi, { applications, clusters }: Links): Promise<void> {
  if (applications.length > 0) await addCommandApplications({ ...api, body: applications });
  for (const tags of clusters) await addClusterCriterion({ ...api, body: { tags } });
}

async function remove(api: CommandApi, { applications, clusters }: Links): Promise<void> {
  for (const tags of clusters) await removeCriterion(api, tags);
  for (const applicationId of applications)
    await deleteCommandApplication({ ...api, path: { ...api.path, applicationId } });
}

/** The criterion has no id: the patch is refused when another one has taken its place meanwhile. */
async function removeCriterion(api: CommandApi, tags: readonly string[]): Promise<void> {
  const criteria = (await getClusterCriteria(api)).data;
  const wanted = sorted(tags);
  const index = criteria.findIndex((one) => sorted(one.tags ?? []) === wanted);
  if (index < 0)
    throw usageError(
      `${api.path.id} has no cluster criterion ${tags.join(',')}`,
      `it has ${criteria.map((one) => (one.tags ?? []).join(',')).join(' and ') || 'none'}`,
    );
  const path = `/clusterCriteria/${index}`;
  await patchCommand({
    ...api,
    body: [
      { op: 'test', path: `${path}/tags`, value: criteria[index]?.tags },
      { op: 'remove', path },
    ],
  });
}

const sorted = (tags: readonly string[]): string => JSON.stringify(tags.toSorted());

import {
  addClusterCriterion,
  addCommandApplications,
  deleteCommandApplication,
  getClusterCriteria,
  patchCommand,
} from '@portolan/client-jobs';
import { CliError, usageError, ExitCode } from '../../failure/cli-error.ts';
import { several, words } from '../../input/values.ts';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import { forEach } from '../../session/for-each.ts';
import { jobsApi, type JobsApi } from '../../session/jobs-api.ts';

interface LinkOptions {
  application?: string[];
  cluster?: string[];
}

/** An application, or a criterion of clusters. */
type Link = { application: string } | { cluster: string[] };

type CommandApi = JobsApi & { path: { id: string } };

export function registerLinks(group: PortolanCommand): void {
  for (const [verb, about, done, change] of [
    ['link', 'Add applications that a command needs, or clusters that it can run on.', 'linked', add],
    ['unlink', 'Remove applications of a command, or clusters that it can run on.', 'unlinked', remove],
  ] as const)
    group
      .command(verb)
      .description(about)
      .argument('<id>', 'id of the command')
      .option('--application <id>', 'application; repeatable', several)
      .option('--cluster <tags>', 'tags of clusters: type:shell,sla:prod; repeatable', several)
      .examples(
        `portolan command ${verb} word-count --application coreutils`,
        `portolan command ${verb} word-count --cluster type:shell`,
      )
      .sessionAction(async (session, id: string, { application = [], cluster = [] }: LinkOptions) => {
        const links: Link[] = [
          ...application.map((one) => ({ application: one })),
          ...cluster.map((text) => ({ cluster: tagsOf(text) })),
        ];
        if (links.length === 0) throw usageError('give --application or --cluster');
        const api = { ...jobsApi(session), path: { id } };
        return forEach(session, links, {
          done,
          nameOf,
          act: async (link) => {
            await change(api, link);
            return link;
          },
          text: (link) => `${id}: ${nameOf(link)} is ${done}`,
        });
      });
}

const nameOf = (link: Link): string =>
  'application' in link ? `application ${link.application}` : `cluster ${link.cluster.join(',')}`;

function tagsOf(text: string): string[] {
  const tags = words(text);
  if (tags.length === 0)
    throw usageError('--cluster has no tags', 'for example --cluster type:shell,sla:prod');
  return tags;
}

const add = (api: CommandApi, link: Link): Promise<unknown> =>
  'application' in link
    ? addCommandApplications({ ...api, body: [link.application] })
    : addClusterCriterion({ ...api, body: { tags: link.cluster } });

const remove = (api: CommandApi, link: Link): Promise<unknown> =>
  'application' in link
    ? deleteCommandApplication({ ...api, path: { ...api.path, applicationId: link.application } })
    : removeCriterion(api, link.cluster);

/** The criterion has no id: the patch is refused when another one has taken its place meanwhile. */
async function removeCriterion(api: CommandApi, tags: readonly string[]): Promise<void> {
  const criteria = (await getClusterCriteria(api)).data;
  const wanted = sorted(tags);
  const index = criteria.findIndex((one) => sorted(one.tags ?? []) === wanted);
  if (index < 0)
    throw new CliError(
      `${api.path.id} has no criterion with these tags`,
      ExitCode.Refused,
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

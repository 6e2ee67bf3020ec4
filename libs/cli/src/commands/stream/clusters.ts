import {
  deleteJobCluster,
  disableJobCluster,
  enableJobCluster,
  updateArtifact,
  updateJobCluster,
  updateLabels,
  type ClusterRequest,
  type NameAndValue,
} from '@portolan/client-streams';
import { usageError } from '../../failure/cli-error.ts';
import { readObject } from '../../input/document.ts';
import { fileOf, type FileOption } from '../../input/file-operand.ts';
import { namedValues } from '../../input/values.ts';
import { confirm } from '../../session/confirm.ts';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import { forEachId } from '../../session/for-each.ts';
import { noteUnknownFields } from '../../session/note-unknown-fields.ts';
import type { Session } from '../../session/session.ts';
import { streamsApi } from '../../session/streams-api.ts';
import { CLUSTER_REQUEST } from './start.ts';

interface ArtifactOptions {
  url: string;
  artifactVersion: string;
  skipSubmit?: boolean;
}

interface Confirmed {
  yes?: boolean;
}

const CLUSTERS = ['<clusters...>', 'names of job clusters'] as const;

interface LabelOptions {
  label?: NameAndValue[];
  none?: boolean;
}

/** `update`, `update-artifact`, `label`, `enable`, `disable` and `delete`. */
export function registerClusters(group: PortolanCommand): void {
  registerUpdates(group);
  registerLabel(group);
  registerStates(group);
}

function registerUpdates(group: PortolanCommand): void {
  group
    .command('update')
    .description('Change a job cluster, which gets a new version; its running jobs stay as they are.')
    .takesFile('the job cluster as for create, with a new version; - for standard input')
    .examples('portolan stream update cluster.json')
    .sessionAction(async (session, argument: string | undefined, option: FileOption) => {
      const file = fileOf(argument, option);
      const document = await readObject(session.io, file);
      noteUnknownFields(session, CLUSTER_REQUEST, file, document);
      const body = document as unknown as ClusterRequest;
      const { name, version } = (body.jobDefinition ?? {}) as Partial<ClusterRequest['jobDefinition']>;
      if (name === undefined) throw usageError('the job cluster has no jobDefinition.name');
      const cluster = String(name);
      await updateJobCluster({ ...streamsApi(session), path: { clusterName: cluster }, body });
      await session.printer.outcome(`${cluster} is changed`, { cluster, version });
    });

  group
    .command('update-artifact')
    .description('Give a job cluster a new version with another artifact, and start a job of it.')
    .argument('<cluster>', 'name of the job cluster')
    .requiredOption('--url <url>', 'address of the artifact')
    .requiredOption('--artifact-version <version>', 'name of the new version')
    .option('--skip-submit', 'start no job; the next one has the new artifact')
    .examples(
      'portolan stream update-artifact sine-stream --url https://artifacts.example.org/sine-2.zip --artifact-version 2',
      'portolan stream update-artifact sine-stream --url https://artifacts.example.org/sine-3.zip --artifact-version 3 --skip-submit',
    )
    .sessionAction(async (session, cluster: string, options: ArtifactOptions) => {
      const { url, artifactVersion: version, skipSubmit = false } = options;
      const body = { name: cluster, user: session.settings.user, url, version, skipsubmit: skipSubmit };
      const { response } = await updateArtifact({
        ...streamsApi(session),
        path: { clusterName: cluster },
        body,
      });
      const job = submittedJob(response);
      const text = `${cluster} has version ${version}`;
      await session.printer.outcome(job === undefined ? text : `${text}; its job ${job} is submitted`, {
        cluster,
        version,
        url,
        jobId: job ?? null,
      });
    });
}

/** Returns the id in the header `Location`; undefined when no job was submitted. */
function submittedJob(response: Response): string | undefined {
  const id = response.headers.get('location')?.split('/').at(-1);
  return id === undefined ? undefined : decodeURIComponent(id);
}

function registerLabel(group: PortolanCommand): void {
  group
    .command('label')
    .description('Replace the labels of a job cluster, or remove them with --none.')
    .argument('<cluster>', 'name of the job cluster')
    .option('--label <name=value>', 'label; repeatable', namedValues)
    .option('--none', 'remove all labels')
    .examples('portolan stream label sine-stream --label team=web --label stage=prod')
    .sessionAction(async (session, cluster: string, { label: labels = [], none = false }: LabelOptions) => {
      if (none === labels.length > 0) throw usageError('give --label, or --none to remove all labels');
      const body = { name: cluster, user: session.settings.user, labels };
      await updateLabels({ ...streamsApi(session), path: { clusterName: cluster }, body });
      await session.printer.outcome(`the labels of ${cluster} are changed`, { cluster, labels });
    });
}

function registerStates(group: PortolanCommand): void {
  group
    .command('enable')
    .description('Let job clusters take submissions again; SLA and cron start their jobs.')
    .argument(...CLUSTERS)
    .examples('portolan stream enable sine-stream')
    .sessionAction(async (session, clusters: string[]) => {
      return forEachId(session, clusters, 'enabled', (name) =>
        enableJobCluster({ ...streamsApi(session), ...actionOn(session, name) }),
      );
    });

  group
    .command('disable')
    .description('End the jobs of job clusters and refuse new ones.')
    .argument(...CLUSTERS)
    .option('-y, --yes', 'do not ask for confirmation')
    .examples('portolan stream disable sine-stream --yes')
    .sessionAction(async (session, clusters: string[], { yes = false }: Confirmed) => {
      await confirm(session, `Disable ${clusters.join(', ')} and end the running jobs?`, yes);
      return forEachId(session, clusters, 'disabled', (name) =>
        disableJobCluster({ ...streamsApi(session), ...actionOn(session, name) }),
      );
    });

  group
    .command('delete')
    .description('Delete job clusters; refused while a job runs, and for anyone but the owner.')
    .argument(...CLUSTERS)
    .option('-y, --yes', 'do not ask for confirmation')
    .examples('portolan stream delete old-stream --yes')
    .sessionAction(async (session, clusters: string[], { yes = false }: Confirmed) => {
      await confirm(session, `Delete ${clusters.join(', ')}?`, yes);
      const query = { user: session.settings.user };
      return forEachId(session, clusters, 'deleted', (name) =>
        deleteJobCluster({ ...streamsApi(session), path: { clusterName: name }, query }),
      );
    });
}

const actionOn = ({ settings: { user } }: Session, name: string) => ({
  path: { clusterName: name },
  body: { name, user },
});

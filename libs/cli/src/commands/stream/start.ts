import {
  createJobCluster,
  quickSubmitJob,
  submitJobToCluster,
  type ClusterRequest,
  type NameAndValue,
} from '@portolan/client-streams';
import { readObject } from '../../input/document.ts';
import { fileOf, optionalFileOf, type FileOption } from '../../input/file-operand.ts';
import { namedValues } from '../../input/values.ts';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import { noteUnknownFields, type Kinds } from '../../session/note-unknown-fields.ts';
import { streamsApi } from '../../session/streams-api.ts';

interface SubmitOptions {
  file?: string;
  param?: NameAndValue[];
  label?: NameAndValue[];
  artifactVersion?: string;
  transient?: boolean;
}

/** Fields of a job cluster. */
export const CLUSTER_REQUEST: Kinds = { api: 'streams', schemas: ['ClusterRequest'] };
const SUBMIT_REQUEST: Kinds = { api: 'streams', schemas: ['SubmitRequest'] };

/** `create`, `submit` and `rerun`. */
export function registerStart(group: PortolanCommand): void {
  group
    .command('create')
    .description('Create a job cluster: the artifact, stages and SLA of a streaming job.')
    .takesFile('the job cluster as YAML or JSON; - for standard input')
    .examples('portolan stream create cluster.json')
    .sessionAction(async (session, argument: string | undefined, option: FileOption) => {
      const file = fileOf(argument, option);
      const document = await readObject(session.io, file);
      noteUnknownFields(session, CLUSTER_REQUEST, file, document);
      const body = document as unknown as ClusterRequest;
      const { data } = await createJobCluster({ ...streamsApi(session), body });
      await session.printer.outcome(data.name, data);
    });

  group
    .command('submit')
    .description('Start a job of a job cluster; prints its id.')
    .argument('<cluster>', 'name of the job cluster')
    .takesFile('the request as YAML or JSON, - for standard input; options win')
    .option('--param <name=value>', 'parameter; repeatable', namedValues)
    .option('--label <name=value>', 'label; repeatable', namedValues)
    .option('--artifact-version <version>', 'version of the artifact (the newest)')
    .option('--transient', 'ends when nobody reads it')
    .examples(
      'portolan stream submit sine-stream',
      'portolan stream submit log-tail --param file=/var/log/syslog',
      'portolan stream submit sine-stream --file request.yaml',
    )
    .sessionAction(async (session, cluster: string, argument: string | undefined, all: SubmitOptions) => {
      const { file: option, ...options } = all;
      const file = optionalFileOf(argument, { file: option });
      const given = file === undefined ? {} : await readObject(session.io, file);
      if (file !== undefined) noteUnknownFields(session, SUBMIT_REQUEST, file, given);
      const { data } = await submitJobToCluster({
        ...streamsApi(session),
        path: { clusterName: cluster },
        body: { name: cluster, user: session.settings.user, ...given, ...requestOf(given, options) },
      });
      await session.printer.outcome(data.jobMetadata.jobId, data);
    });

  group
    .command('rerun')
    .description('Start the newest job of a job cluster again, with the newest artifact; prints the new id.')
    .argument('<cluster>', 'name of the job cluster')
    .examples('portolan stream rerun sine-stream')
    .sessionAction(async (session, cluster: string) => {
      const body = { name: cluster, user: session.settings.user };
      const { data } = await quickSubmitJob({ ...streamsApi(session), body });
      await session.printer.outcome(data.jobMetadata.jobId, data);
    });
}

/** Returns the fields that options set. @param given those of a file */
function requestOf(given: Record<string, unknown>, options: Omit<SubmitOptions, 'file'>) {
  const { param, label, artifactVersion, transient } = options;
  const jobSla = { durationType: 'Perpetual' as const, ...(given.jobSla as object | undefined) };
  return {
    jobSla: transient ? { ...jobSla, durationType: 'Transient' as const } : jobSla,
    ...(param && { parameters: param }),
    ...(label && { labels: label }),
    ...(artifactVersion !== undefined && { version: artifactVersion }),
  };
}

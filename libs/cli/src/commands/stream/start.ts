import type { Command } from 'commander';
import { createJobCluster, submitJobToCluster, type ClusterRequest } from '@portolan/client-streams';
import { usageError } from '../../failure/cli-error.ts';
import { readObject } from '../../input/document.ts';
import { several } from '../../input/values.ts';
import { examples, type Cli } from '../../session/cli.ts';
import { streamsApi } from '../../session/streams-api.ts';

interface SubmitOptions {
  param?: string[];
  label?: string[];
  artifactVersion?: string;
  transient?: boolean;
}

/** `NAME=value`, once or several times. */
const pairs = (texts: readonly string[], option: string): { name: string; value: string }[] =>
  texts.map((text) => {
    const at = text.indexOf('=');
    if (at < 1) throw usageError(`${option} ${text}: expected name=value`);
    return { name: text.slice(0, at), value: text.slice(at + 1) };
  });

/** `create` and `submit`. */
export function registerStart(group: Command, cli: Cli): void {
  const create = group
    .command('create')
    .description('Create a job cluster: the artifact, stages and SLA of a streaming job.')
    .argument('<file>', 'the job cluster as YAML or JSON; - for standard input');
  create.action(
    cli.action(async (session, file: string) => {
      const body = (await readObject(session.io, file)) as unknown as ClusterRequest;
      const { data } = await createJobCluster({ ...streamsApi(session), body });
      await session.printer.outcome(data.name, data);
    }),
  );
  examples(create, 'portolan stream create cluster.json');

  const submit = group
    .command('submit')
    .description('Start a job of a job cluster; prints its id.')
    .argument('<cluster>', 'name of the job cluster')
    .option('--param <name=value>', 'parameter; repeatable', several)
    .option('--label <name=value>', 'label; repeatable', several)
    .option('--artifact-version <version>', 'version of the artifact (the newest)')
    .option('--transient', 'ends when nobody reads it');
  submit.action(
    cli.action(async (session, cluster: string, options: SubmitOptions) => {
      const { param, label, artifactVersion, transient } = options;
      const body = {
        name: cluster,
        user: session.settings.user,
        jobSla: { durationType: transient ? ('Transient' as const) : ('Perpetual' as const) },
        ...(param && { parameters: pairs(param, '--param') }),
        ...(label && { labels: pairs(label, '--label') }),
        ...(artifactVersion !== undefined && { version: artifactVersion }),
      };
      const { data } = await submitJobToCluster({
        ...streamsApi(session),
        path: { clusterName: cluster },
        body,
      });
      const { jobId } = data.jobMetadata;
      await session.printer.outcome(jobId, data);
    }),
  );
  examples(
    submit,
    'portolan stream submit sine-stream',
    'portolan stream submit log-tail --param file=/var/log/syslog',
  );
}

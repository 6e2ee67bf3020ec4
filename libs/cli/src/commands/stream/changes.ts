import { killJob, resubmitWorker, scaleStage, updateSla } from '@portolan/client-streams';
import { usageError } from '../../failure/cli-error.ts';
import { wholeNumber } from '../../input/values.ts';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import { forEachId } from '../../session/for-each.ts';
import { streamsApi } from '../../session/streams-api.ts';

interface SlaOptions {
  min?: number;
  max?: number;
  cron?: string;
  cronPolicy?: 'KEEP_EXISTING' | 'KEEP_NEW';
  forceEnable?: boolean;
}

/** `scale`, `sla`, `resubmit` and `kill`. */
export function registerChanges(group: PortolanCommand): void {
  group
    .command('scale')
    .description('Change the number of workers of a stage.')
    .argument('<job>', 'id of the job')
    .requiredOption('--workers <n>', 'new number of workers', wholeNumber(0))
    .option('--stage <n>', 'number of the stage (1)', wholeNumber(1))
    .option('--reason <text>', 'reason to store with the job')
    .examples('portolan stream scale sine-stream-7 --stage 1 --workers 4')
    .sessionAction(
      async (session, jobId: string, options: { workers: number; stage?: number; reason?: string }) => {
        const { workers, stage = 1, reason } = options;
        const body = {
          JobId: jobId,
          StageNumber: stage,
          NumWorkers: workers,
          User: session.settings.user,
          Reason: reason ?? null,
        };
        await scaleStage({ ...streamsApi(session), path: { jobId }, body });
        await session.printer.outcome(`stage ${stage} of ${jobId} gets ${workers} workers`, {
          jobId,
          stage,
          workers,
        });
      },
    );

  group
    .command('sla')
    .description('Set how many jobs of a job cluster run, or when they start.')
    .argument('<cluster>', 'name of the job cluster')
    .option('--min <n>', 'at least so many jobs', wholeNumber(0))
    .option('--max <n>', 'at most so many jobs; 0: any number', wholeNumber(0))
    .option('--cron <expression>', 'start a job at these times')
    .option('--cron-policy <policy>', 'KEEP_EXISTING or KEEP_NEW')
    .option('--force-enable', 'also enable the job cluster, which an invalid --cron has disabled')
    .needsOption('cronPolicy', 'cron')
    .examples(
      'portolan stream sla sine-stream --min 1 --max 2',
      "portolan stream sla report --cron '0 30 4 * * ?' --cron-policy KEEP_NEW",
    )
    .sessionAction(
      async (session, cluster: string, { min, max, cron, cronPolicy, forceEnable }: SlaOptions) => {
        if ((min ?? max ?? cron) === undefined) throw usageError('give --min, --max or --cron');
        if ((min === undefined) !== (max === undefined) && cron === undefined)
          throw usageError('--min and --max need each other', 'give both, or --cron');
        const body = {
          name: cluster,
          user: session.settings.user,
          ...(min !== undefined && { min }),
          ...(max !== undefined && { max }),
          ...(cron !== undefined && { cronspec: cron }),
          ...(cronPolicy !== undefined && { cronpolicy: cronPolicy }),
          ...(forceEnable && { forceenable: true }),
        };
        await updateSla({ ...streamsApi(session), path: { clusterName: cluster }, body });
        await session.printer.outcome(`the SLA of ${cluster} is changed`, {
          cluster,
          min,
          max,
          cron,
          cronPolicy,
        });
      },
    );

  group
    .command('resubmit')
    .description('Replace a worker with a new one, which gets a number of its own.')
    .argument('<job>', 'id of the job')
    .requiredOption('--worker <number>', 'number of the worker', wholeNumber(1))
    .option('--reason <text>', 'reason to store with the job')
    .examples("portolan stream resubmit sine-stream-7 --worker 3 --reason 'stuck'")
    .sessionAction(
      async (session, jobId: string, { worker, reason }: { worker: number; reason?: string }) => {
        const body = {
          JobId: jobId,
          workerNumber: worker,
          user: session.settings.user,
          reason: reason ?? null,
        };
        await resubmitWorker({ ...streamsApi(session), path: { jobId }, body });
        await session.printer.outcome(`worker ${worker} of ${jobId} is being replaced`, { jobId, worker });
      },
    );

  group
    .command('kill')
    .description('End streaming jobs.')
    .argument('<jobs...>', 'ids of jobs')
    .option('--reason <text>', 'reason to store with the job')
    .examples("portolan stream kill sine-stream-7 --reason 'no longer needed'")
    .sessionAction(
      async (session, jobs: string[], { reason = 'killed with the command line' }: { reason?: string }) => {
        const query = { user: session.settings.user, reason };
        return forEachId(
          session,
          jobs,
          'killed',
          (jobId) => killJob({ ...streamsApi(session), path: { jobId }, query }),
          (jobId) => `${jobId} is being ended`,
        );
      },
    );
}

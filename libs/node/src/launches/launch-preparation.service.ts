import { Injectable } from '@nestjs/common';
import { handOver } from '../accounts/hand-over';
import { runAs } from '../accounts/run-as';
import { LaunchCgroupsService } from '../cgroups/launch-cgroups.service';
import { NodeConfig } from '../config/node-config';
import { DownloadsService } from '../downloads/downloads.service';
import { WorkDirectory } from '../identity/work-directory';
import type { AgentLog } from '../launch-directory/agent-log';
import type { LaunchDirectory } from '../launch-directory/launch-directory';
import { prepareLaunch } from '../preparation/prepare-launch';
import type { PreparedLaunch } from '../process/wrapper-script';
import { provideSecrets } from '../secrets/launch-secrets';
import { SecretProvider } from '../secrets/secret-provider';
import { setUpLine } from './agent-log-lines';
import type { LaunchRecord } from './launch-record';
import { LaunchTracingService } from './launch-tracing.service';
import { processEnvironment, variableWays } from './process-environment';

/** Prepares the start of a launch: its files, its account, its variables and secrets, and its control group. */
@Injectable()
export class LaunchPreparationService {
  constructor(
    private readonly config: NodeConfig,
    private readonly work: WorkDirectory,
    private readonly downloads: DownloadsService,
    private readonly secrets: SecretProvider,
    private readonly cgroups: LaunchCgroupsService,
    private readonly tracing: LaunchTracingService,
  ) {}

  /** Fills the directory of a launch and hands it to the user of the job. @throws LaunchFailed */
  prepare(
    record: LaunchRecord,
    directory: LaunchDirectory,
    log: AgentLog,
    signal: AbortSignal,
  ): Promise<PreparedLaunch> {
    return this.tracing.preparing(record, async (trace) => {
      const { offer, ports } = record;
      const { config } = this;
      log.note(`launch ${offer.launchId} of ${offer.subject} claimed by ${config.ADVERTISE_HOST}`);
      const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
      const account = await runAs(offer, config, own);
      const command = await prepareLaunch({
        offer,
        root: directory.job,
        searchPath: config.PATH,
        downloads: this.downloads,
        unzip: { maxMegabytes: config.UNPACK_LIMIT_MB, maxEntries: config.UNPACK_LIMIT_ENTRIES },
        internalToken: config.INTERNAL_TOKEN,
        log,
        signal,
      });
      const environment = processEnvironment(offer, ports, config, account, trace, this.work.path);
      const { open, hidden } = variableWays(offer.kind, environment);
      const secretVariables = await provideSecrets(offer, directory, this.secrets, account, hidden);
      if (account) await handOver(directory.job, account);
      log.note(setUpLine(offer, account));
      return {
        command,
        runAs: account,
        cgroupFiles: this.cgroups.create(offer.launchId, offer.limits.residentMb ?? undefined),
        secretVariables,
        environment: open,
      };
    });
  }
}

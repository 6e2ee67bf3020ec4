import { Injectable } from '@nestjs/common';
import { ServiceLogger, actingUser, type Principal, type Transaction, Transactions } from '@portolan/service';
import { isInvisible } from '@portolan/validation';
import { toMigrationConfig } from '../clusters/migration-config';
import type {
  UpdateLabelRequest,
  UpdateMigrationStrategyRequest,
  ClusterActionRequest,
  UpdateArtifactRequest,
  NamedSchedulingInfoRequest,
  UpdateSlaRequest,
} from '../clusters/cluster.dto';
import { slaColumns } from '../clusters/cluster.entity';
import { ClusterRepository } from '../clusters/cluster.repository';
import { checkName } from '../clusters/cluster-name';
import { ClusterService, type ChangeCluster } from '../clusters/cluster.service';
import { normalizeSla, slaProblem } from '../clusters/cluster-sla';
import { StreamingConfig } from '../config/streaming-config';
import { cronProblem, isBlankCron } from '../cron/cron-expression';
import { noSuchCluster, refused } from '../errors/refusals';
import { currentSchedulingInfo } from '../jobs/job-record';
import { StreamJobRepository } from '../jobs/job.repository';
import { JobCommandsService, DISABLED_REASON } from '../lifecycle/job-commands.service';
import { readSchedulingInfo } from '../scheduling/read-scheduling-info';
import { StreamSignalsService } from '../signals/stream-signals.service';
import { JobSubmissionService } from '../submission/job-submission.service';

const ENABLED = { disabled: false, keepsJobs: false };
const DISABLED = { disabled: true, keepsJobs: false };

/** The actions on a cluster (V1-CLUSTER-9 to V1-CLUSTER-19, V1-CLUSTER-25). */
@Injectable()
export class ClusterActionsService {
  constructor(
    private readonly clusterService: ClusterService,
    private readonly clusters: ClusterRepository,
    private readonly jobs: StreamJobRepository,
    private readonly submission: JobSubmissionService,
    private readonly commands: JobCommandsService,
    private readonly transactions: Transactions,
    private readonly signals: StreamSignalsService,
    private readonly config: StreamingConfig,
    private readonly logger: ServiceLogger,
  ) {}

  /** Returns the requesting user. @throws 400 for another name than the address has, or no user; 403 for another's cluster */
  private async authorize(name: string, body: ClusterActionRequest, caller?: Principal): Promise<string> {
    checkName(body.name, name);
    if (body.user == null || isInvisible(body.user)) throw refused('Must provide user in request');
    actingUser(caller, body.user);
    await this.clusterService.requireOwner(name, caller);
    return body.user;
  }

  /**
   * Adds a version with another artifact; scheduling information and parameters come from the last job. No job is submitted
   * with `skipsubmit` or while the cluster is disabled.
   *
   * @returns the id of the submitted job, if any
   */
  async updateArtifact(name: string, request: UpdateArtifactRequest, caller?: Principal) {
    const user = await this.authorize(name, request, caller);
    if (!(await this.clusters.find(name))) throw noSuchCluster(name);
    const last = await this.jobs.newestOf(name);
    if (!last) throw refused(`${name} artifact not updated as no job was submitted before`);
    const schedulingInfo = currentSchedulingInfo(await this.jobs.stagesOf(last.id));
    const artifact = { url: withScheme(request.url), version: request.version, schedulingInfo };
    let submitsJob = false;
    let jobId: string | undefined;
    const change: ChangeCluster = async (cluster, transaction) => {
      cluster.parameters = last.parameters;
      submitsJob = !cluster.disabled && !request.skipsubmit;
      await this.clusterService.appendVersion(cluster, artifact, transaction);
    };
    const then = async (transaction: Transaction): Promise<void> => {
      jobId = submitsJob ? (await this.submission.quickSubmitWithin(transaction, name, user)).id : undefined;
    };
    await this.clusterService.changeWithVersion(name, request.version, change, { what: 'job cluster', then });
    if (jobId !== undefined) this.signals.jobSubmitted(name, jobId);
    return jobId;
  }

  /** Adds a version with the newest artifact and other scheduling information. Running jobs stay as they are. */
  async updateSchedulingInfo(name: string, request: NamedSchedulingInfoRequest, caller?: Principal) {
    await this.authorize(name, request, caller);
    const { version } = request;
    const schedulingInfo = readSchedulingInfo(request.schedulingInfo.stages);
    await this.clusterService.changeWithVersion(name, version, async (cluster, transaction) => {
      const url = (await this.clusters.versionsOf(name, transaction)).at(-1)?.url ?? '';
      await this.clusterService.appendVersion(cluster, { url, version, schedulingInfo }, transaction);
    });
  }

  /**
   * Changes the limits and the cron spec; absent values stay as they are. An invalid cron spec is refused and disables the
   * cluster; running jobs continue, and nothing else of the request is applied (V1-ENABLE-6).
   */
  async updateSla(name: string, request: UpdateSlaRequest, caller?: Principal): Promise<void> {
    await this.authorize(name, request, caller);
    const { min, max, cronspec, cronpolicy } = request;
    const bothBounds = min != null && max != null;
    if (cronspec == null && !bothBounds) {
      throw refused(`${name} Job cluster SLA update failed: cronspec, or both min and max, are required`);
    }
    if (!isBlankCron(cronspec)) await this.refuseInvalidCron(name, cronspec);
    await this.clusterService.change(name, (cluster) => {
      const sla = normalizeSla({
        min: min ?? cluster.slaMin,
        max: max ?? cluster.slaMax,
        cronSpec: cronspec ?? cluster.cronSpec,
        cronPolicy: cronpolicy ?? cluster.cronPolicy,
      });
      const problem = slaProblem(sla);
      if (problem) throw refused(`${name} Job cluster SLA update failed ${problem}`);
      Object.assign(cluster, slaColumns(sla), request.forceenable ? ENABLED : {});
    });
  }

  async updateLabels(name: string, request: UpdateLabelRequest, caller?: Principal): Promise<void> {
    await this.authorize(name, request, caller);
    await this.clusterService.change(name, { labels: request.labels });
  }

  async updateMigrationStrategy(name: string, request: UpdateMigrationStrategyRequest, caller?: Principal) {
    await this.authorize(name, request, caller);
    await this.clusterService.change(name, { migrationConfig: toMigrationConfig(request.migrationConfig) });
  }

  async enable(name: string, request: ClusterActionRequest, caller?: Principal): Promise<void> {
    await this.authorize(name, request, caller);
    await this.clusterService.change(name, ENABLED);
  }

  /** Refuses submissions from now on, ends running jobs, and stops SLA and cron (V1-ENABLE-1 to V1-ENABLE-4). */
  async disable(name: string, request: ClusterActionRequest, caller?: Principal): Promise<void> {
    await this.authorize(name, request, caller);
    await this.clusterService.change(name, DISABLED);
    for (const job of await this.jobs.activeOf(name)) await this.commands.end(job.id, DISABLED_REASON);
  }

  /** Removes a cluster without active jobs, and all its finished jobs. @throws 400, 404; 403 for another's cluster */
  async remove(name: string, user: string | undefined, caller?: Principal): Promise<void> {
    await this.clusterService.requireOwner(name, caller);
    if (user === undefined || isInvisible(user)) throw refused(`Missing required query parameter 'user'`);
    await this.transactions.run(async (transaction) => {
      const cluster = await this.clusters.lock(name, transaction);
      if (!cluster) throw noSuchCluster(name);
      if (cluster.user !== user) {
        throw refused(`${name} Job cluster deletion failed as ${user} is not its original user`);
      }
      if ((await this.jobs.activeOf(name, transaction)).length > 0) {
        throw refused(`${name} Job cluster deletion failed as there are active jobs`);
      }
      await this.jobs.removeAllOf(name, transaction);
      await this.clusters.remove(name, transaction);
    });
    this.signals.cronChanged(name);
  }

  private async refuseInvalidCron(name: string, spec: string): Promise<void> {
    const stored = (await this.clusters.find(name))?.cronSpec;
    const problem = cronProblem(spec, this.config.CRON_TIME_ZONE, Date.now(), stored);
    if (problem === undefined) return;
    await this.clusterService.change(name, (cluster) => {
      if (!cluster.disabled) Object.assign(cluster, DISABLED, { keepsJobs: true });
    });
    this.logger.warn({ cluster: name, problem }, 'cluster disabled because of an invalid cron spec');
    throw refused(`${name} Job cluster SLA update failed cronspec: ${problem}`);
  }
}

const withScheme = (url: string): string => (/^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `http://${url}`);

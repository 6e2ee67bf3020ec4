import { Injectable } from '@nestjs/common';
import { ServiceLogger, actingUser, type Principal, type Transaction } from '@portolan/service';
import { StreamingConfig } from '../config/streaming-config';
import { noSuchCluster, refused } from '../errors/errors';
import { JobCommands } from '../jobs/job-commands.service';
import { currentSchedulingInfo } from '../jobs/job-record';
import { JobSubmission } from '../jobs/job-submission.service';
import { JobNotices } from '../jobs/job-notices.service';
import { JobRepository } from '../jobs/job.repository';
import type { Label } from '../jobs/submit-resolution';
import { isBlankCron } from '../cron/quartz-cron';
import { readSchedulingInfo } from '../scheduling/scheduling-info';
import { normalizeSla, slaProblem } from '../sla/sla-limits';
import { cronProblem } from './cluster-definition';
import type {
  ClusterActionRequest,
  UpdateArtifactRequest,
  UpdateSchedulingInfoRequest,
  UpdateSlaRequest,
} from './cluster.dto';
import type { ClusterEntity, MigrationConfig } from './cluster.entity';
import { ClusterRepository } from './cluster.repository';
import { ClusterService, checkName, type ChangeCluster } from './cluster.service';

/** Reason of jobs that end because their cluster was disabled. */
export const DISABLED_REASON = 'Job cluster disabled';

/** The actions on a cluster (streaming-control-v1, Clusters; reference: streams §1.1). */
@Injectable()
export class ClusterActions {
  constructor(
    private readonly service: ClusterService,
    private readonly clusters: ClusterRepository,
    private readonly jobs: JobRepository,
    private readonly submission: JobSubmission,
    private readonly commands: JobCommands,
    private readonly notices: JobNotices,
    private readonly config: StreamingConfig,
    private readonly logger: ServiceLogger,
  ) {}

  /** Who asks. @throws 400 when the body names another cluster than the address, or nobody; 403 for another's cluster */
  async asks(name: string, body: ClusterActionRequest, caller?: Principal): Promise<string> {
    checkName(body.name, name);
    if (!body.user?.trim()) throw refused('Must provide user in request');
    actingUser(caller, body.user);
    await this.service.requireOwner(name, caller);
    return body.user;
  }

  /**
   * A new version with another artifact; scheduling information and parameters come from the last job.
   * A disabled cluster gets the version, too, but no job.
   *
   * @returns the id of the job that was submitted with it, if one was
   */
  async updateArtifact(
    name: string,
    request: UpdateArtifactRequest,
    user: string,
  ): Promise<string | undefined> {
    if (!(await this.clusters.find(name))) throw noSuchCluster(name);
    const last = await this.jobs.newestOf(name);
    if (!last) throw refused(`${name} artifact not updated as no job was submitted before`);
    const schedulingInfo = currentSchedulingInfo(await this.jobs.stagesOf(last.id));
    const artifact = { url: withScheme(request.url), version: request.version, schedulingInfo };
    let takesJobs = false;
    let jobId: string | undefined;
    const change: ChangeCluster = async (cluster, transaction) => {
      cluster.parameters = last.parameters;
      takesJobs = !cluster.disabled && !request.skipsubmit;
      await this.service.appendVersion(cluster, artifact, transaction);
    };
    const submit = async (transaction: Transaction): Promise<void> => {
      jobId = takesJobs ? await this.submission.quickSubmitWithin(transaction, name, user) : undefined;
    };
    await this.service.changeWithVersion(name, request.version, change, {
      what: 'job cluster',
      then: submit,
    });
    if (jobId !== undefined) this.notices.jobSubmitted(name, jobId);
    return jobId;
  }

  /** A new version with the newest one's artifact and other scheduling information. Jobs that run are left alone. */
  async updateSchedulingInfo(
    name: string,
    request: Pick<UpdateSchedulingInfoRequest, 'version' | 'schedulingInfo'>,
  ): Promise<void> {
    const { version } = request;
    const schedulingInfo = readSchedulingInfo(request.schedulingInfo.stages);
    await this.service.changeWithVersion(name, version, async (cluster, transaction) => {
      const url = (await this.clusters.versionsOf(name, transaction)).at(-1)?.url ?? '';
      await this.service.appendVersion(cluster, { url, version, schedulingInfo }, transaction);
    });
  }

  /**
   * Absent values keep what was. An invalid cron spec is refused and disables the cluster; the jobs that run go on, and
   * nothing else of the request is kept.
   */
  async updateSla(name: string, request: UpdateSlaRequest): Promise<void> {
    const { min, max, cronspec, cronpolicy } = request;
    const bothBounds = min != null && max != null;
    if (cronspec == null && !bothBounds) {
      throw refused(`${name} Job cluster SLA update failed: give cronspec, or both min and max`);
    }
    if (!isBlankCron(cronspec)) await this.refuseInvalidCron(name, cronspec);
    await this.service.change(name, (cluster) => {
      const sla = normalizeSla({
        min: min ?? cluster.slaMin,
        max: max ?? cluster.slaMax,
        cronSpec: cronspec ?? cluster.cronSpec,
        cronPolicy: cronpolicy ?? cluster.cronPolicy,
      });
      const problem = slaProblem(sla);
      if (problem) throw refused(`${name} Job cluster SLA update failed ${problem}`);
      cluster.slaMin = sla.min;
      cluster.slaMax = sla.max;
      cluster.cronSpec = sla.cronSpec;
      cluster.cronPolicy = sla.cronPolicy;
      if (request.forceenable) enabled(cluster);
    });
  }

  updateLabels(name: string, labels: Label[]): Promise<void> {
    return this.service.change(name, (cluster) => {
      cluster.labels = labels;
    });
  }

  updateMigration(name: string, migrationConfig: MigrationConfig): Promise<void> {
    return this.service.change(name, (cluster) => {
      cluster.migrationConfig = migrationConfig;
    });
  }

  enable(name: string): Promise<void> {
    return this.service.change(name, enabled);
  }

  /** Refuses submits from now on, ends the jobs that run, and stops SLA and cron. */
  async disable(name: string): Promise<void> {
    await this.service.change(name, (cluster) => {
      cluster.disabled = true;
      cluster.keepsJobs = false;
    });
    await this.endJobs(name);
  }

  private async refuseInvalidCron(name: string, spec: string): Promise<void> {
    const problem = cronProblem(spec, this.config.CRON_TIME_ZONE);
    if (problem === undefined) return;
    await this.service.change(name, (cluster) => {
      if (!cluster.disabled) Object.assign(cluster, { disabled: true, keepsJobs: true });
    });
    this.logger.warn({ cluster: name, problem }, 'cluster disabled because of an invalid cron spec');
    throw refused(`${name} Job cluster SLA update failed ${problem}`);
  }

  private async endJobs(name: string): Promise<void> {
    for (const job of await this.jobs.activeOf(name)) await this.commands.end(job.id, DISABLED_REASON);
  }
}

const enabled = (cluster: ClusterEntity): void => {
  cluster.disabled = false;
  cluster.keepsJobs = false;
};

const withScheme = (url: string): string => (/^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `http://${url}`);

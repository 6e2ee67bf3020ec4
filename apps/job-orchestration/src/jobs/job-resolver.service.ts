import { Injectable } from '@nestjs/common';
import type { NewLaunch } from '@portolan/launches';
import { ErrorKind, ServiceError, notFound } from '@portolan/service';
import { archiveAddress } from '../archive/archive-address';
import { JobOrchestrationConfig } from '../job-orchestration-config';
import type { RegistrySnapshot } from '../registry/registry-snapshot';
import { mergeRuntimes, type Runtime } from '../registry/runtime';
import { ArchiveStatus } from './archive-status';
import type { JobEntity } from './job.entity';
import { memoryExcess, wantedBy } from './job-request';
import { JobFilesError, directoryName } from './launch/job-files';
import { jobLaunch } from './launch/job-launch';
import { select, type SelectionExplanation } from './selection/select';
import { SelectionChoice } from './selection/selection-choice.service';

/** A job that can't run, and why. The job is stored as FAILED all the same. */
export interface Refusal {
  error: ServiceError;
  selection: SelectionExplanation | null;
}

/** A job that can run. */
export interface Plan {
  launch: NewLaunch;
  columns: Partial<JobEntity>;
  applicationIds: string[];
}

/** Finds what a job runs with. */
@Injectable()
export class JobResolver {
  constructor(
    private readonly choice: SelectionChoice,
    private readonly config: JobOrchestrationConfig,
  ) {}

  /** Chooses command, cluster and applications, and makes the launch. No I/O, unless a selector does any. */
  async resolve(job: JobEntity, registry: RegistrySnapshot): Promise<Plan | Refusal> {
    const { request } = job;
    const choice = this.choice.for({ ...job, clientHeaders: job.clientHeaders ?? {} });
    const selection = await select(wantedBy(request), registry, choice);
    const { explanation } = selection;
    if (selection.outcome !== 'selected') {
      return { error: new ServiceError(ErrorKind.Constraint, selection.message), selection: explanation };
    }
    const { cluster, command } = selection;
    const applicationIds =
      request.applications.length > 0 ? request.applications : [...command.applicationIds];
    const unknown = applicationIds.find((id) => !registry.applications.has(id));
    if (unknown !== undefined) {
      return { error: notFound(`No application with id ${unknown} exists`), selection: explanation };
    }
    const applications = applicationIds.flatMap((id) => registry.applications.get(id) ?? []);
    const asked = mergeRuntimes(request.runtime, command.document.runtime);
    const excess = memoryExcess(asked, this.config.JOB_MAX_MEMORY_MB);
    if (excess) return { error: excess, selection: explanation };
    const runtime = mergeRuntimes(asked, this.defaults());
    const timeoutSeconds = request.timeout ?? this.config.JOB_DEFAULT_TIMEOUT_SECONDS;
    const archiveLocation = this.archiveOf(job);
    try {
      const launch = jobLaunch({
        ...job,
        cluster,
        command,
        applications,
        memoryMb: runtime.resources.memoryMb ?? this.config.JOB_DEFAULT_MEMORY_MB,
        reservedMb: asked.resources.memoryMb ?? this.config.JOB_RESERVED_MEMORY_MB,
        cpu: asked.resources.cpu,
        timeoutSeconds,
        killGraceMs: this.config.JOB_KILL_GRACE_MS,
        agentCluster: this.config.JOB_AGENT_CLUSTER,
        release: this.config.API_RELEASE,
        hiddenVariables: this.config.JOB_ENV_LOG_HIDE,
        compatibility: this.config.COMPATIBILITY,
        archiveLocation,
      });
      const columns: Partial<JobEntity> = {
        clusterId: cluster.id,
        clusterName: cluster.name,
        commandId: command.id,
        commandName: command.name,
        selection: explanation,
        runtime,
        timeoutSeconds,
        archiveStatus: archiveLocation === null ? ArchiveStatus.Disabled : ArchiveStatus.Pending,
        archiveLocation,
      };
      return { launch, columns, applicationIds };
    } catch (error) {
      if (!(error instanceof JobFilesError)) throw error;
      return { error: new ServiceError(ErrorKind.Constraint, error.message), selection: explanation };
    }
  }

  private archiveOf({ id, request }: JobEntity): string | null {
    if (request.disableLogArchival || this.config.ARCHIVES === 'off') return null;
    return archiveAddress(directoryName(id), this.config);
  }

  /** reference: jobs §5.5 */
  private defaults(): Runtime {
    return {
      resources: {
        cpu: 1,
        gpu: 0,
        memoryMb: this.config.JOB_DEFAULT_MEMORY_MB,
        diskMb: 10_240,
        networkMbps: 10_000,
      },
      images: {},
    };
  }
}

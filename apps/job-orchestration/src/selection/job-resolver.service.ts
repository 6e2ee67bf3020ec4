import { Injectable } from '@nestjs/common';
import type { NewLaunch } from '@portolan/launches';
import { notFound, type ServiceError } from '@portolan/service';
import { archiveAddress } from '../archive/archive-address';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { constraint } from '../errors/error-format';
import { ArchiveStatus } from '../jobs/archive-status';
import type { JobEntity, SelectionExplanation } from '../jobs/job.entity';
import { memoryExcess, wantedBy } from '../jobs/job-request';
import { JobFilesError, archiveName } from '../launch/job-files';
import { jobLaunch, type ElementOf } from '../launch/job-launch';
import type { RegistrySnapshot } from '../registry/registry-snapshot';
import { mergeRuntimes } from '../registry/runtime';
import type { Runtime } from '../registry/runtime.dto';
import { refusalReason } from './refusal-text';
import { explainOthers, select } from './select';
import { SelectorsService } from './selectors.service';

/** A job that cannot run, and the reason. The job is stored as FAILED all the same (V3-JOB-7). */
export interface Refusal {
  error: ServiceError;
  selection: SelectionExplanation | null;
  /** Why no command or no cluster was found; undefined for other refusals. */
  reason?: string;
}

/** A job that can run. */
export interface Plan {
  launch: NewLaunch;
  columns: Partial<JobEntity>;
  applicationIds: string[];
}

/** Plans a job: its selection, its launch, and the columns that follow from them. */
@Injectable()
export class JobResolverService {
  constructor(
    private readonly choice: SelectorsService,
    private readonly config: JobOrchestrationConfig,
  ) {}

  /**
   * Selects command, cluster and applications, and builds the launch. Does no I/O, except in selectors.
   *
   * @param element the array element that the job is
   */
  async resolve(job: JobEntity, registry: RegistrySnapshot, element?: ElementOf): Promise<Plan | Refusal> {
    const { request } = job;
    const choice = this.choice.for({ ...job, clientHeaders: job.clientHeaders ?? {} });
    const wanted = wantedBy(request);
    const selected = await select(wanted, registry, choice);
    const { explanation: selection } = selected;
    const refused = (message: string): Refusal => ({ error: constraint(message), selection });
    if (selected.outcome !== 'selected') {
      const others = explainOthers(wanted, registry, selection);
      return { ...refused(selected.message), reason: refusalReason(selected.outcome, others) };
    }
    const { cluster, command } = selected;
    const applicationIds =
      request.applications.length > 0 ? request.applications : [...command.applicationIds];
    const unknown = applicationIds.find((id) => !registry.applications.has(id));
    if (unknown !== undefined)
      return { error: notFound(`No application with id ${unknown} exists`), selection };
    const asked = mergeRuntimes(request.runtime, command.document.runtime);
    const excess = memoryExcess(asked, this.config.JOB_MAX_MEMORY_MB);
    if (excess) return { error: excess, selection };
    const runtime = mergeRuntimes(asked, this.defaults());
    const timeoutSeconds = request.timeout ?? this.config.JOB_DEFAULT_TIMEOUT_SECONDS;
    const archiveLocation = this.archiveOf(job);
    const columns: Partial<JobEntity> = {
      clusterId: cluster.id,
      clusterName: cluster.name,
      commandId: command.id,
      commandName: command.name,
      selection,
      runtime,
      timeoutSeconds,
      archiveStatus: archiveLocation === null ? ArchiveStatus.Disabled : ArchiveStatus.Pending,
      archiveLocation,
    };
    try {
      const launch = jobLaunch({
        ...job,
        cluster,
        command,
        applications: applicationIds.flatMap((id) => registry.applications.get(id) ?? []),
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
        element,
      });
      return { launch, columns, applicationIds };
    } catch (error) {
      if (error instanceof JobFilesError) return refused(error.message);
      throw error;
    }
  }

  private archiveOf({ id, request }: JobEntity): string | null {
    if (request.disableLogArchival || this.config.ARCHIVES === 'off') return null;
    return archiveAddress(archiveName(id), this.config);
  }

  /** Amounts that neither the request nor the command sets (docs/contract/jobs.md, Resources). */
  private defaults(): Runtime {
    const memoryMb = this.config.JOB_DEFAULT_MEMORY_MB;
    return { resources: { cpu: 1, gpu: 0, memoryMb, diskMb: 10_240, networkMbps: 10_000 }, images: {} };
  }
}

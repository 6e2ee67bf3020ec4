import { LaunchKind, cpuVariable, endsWithLease, type NewLaunch } from '@portolan/launches';
import type { Attachments } from '../attachments/attachments';
import { requestedTags, runScriptLines, type Compatibility } from '../compatibility/genie';
import type { ElementName } from '../jobs/array-element';
import { RetryCause } from '../jobs/job-request.dto';
import type { JobRequest } from '../jobs/job.entity';
import type { Candidate, CommandCandidate } from '../registry/registry-snapshot';
import type { ApplicationDocument } from '../registry/resource-document';
import { JOB_INTERFACE, type Release } from '../releases/release-table';
import { jobFiles } from './job-files';
import { SETUP_MARKER, runScript } from './run-script';

/** Variable of a job's environment with the number of its attempt, from 1. */
export const ATTEMPT_VARIABLE = 'PORTOLAN_ATTEMPT';

/** A job and its selected resources. */
export interface ResolvedJob {
  id: string;
  name: string;
  user: string;
  request: JobRequest;
  attachments: Attachments | null;
  cluster: Candidate;
  command: CommandCandidate;
  applications: readonly Candidate<ApplicationDocument>[];
  /** The amounts that the job may use. */
  memoryMb: number;
  /** The amounts that the job reserves on its node. */
  reservedMb: number;
  /** Cores that the request or the command asks for; null when neither does. */
  cpu: number | null;
  timeoutSeconds: number;
  killGraceMs: number;
  agentCluster: string;
  /** The release of the API that the client called. */
  release: Release;
  /** Variables omitted from the log of the environment. */
  hiddenVariables: readonly string[];
  compatibility: Compatibility;
  /** Address of the archive; null without one. */
  archiveLocation: string | null;
  /** The array that the job is an element of, its index there, and the size of the array. */
  element?: ElementOf | undefined;
}

export interface ElementOf extends ElementName {
  size: number;
}

/**
 * Builds the launch of a job: its directory (V3-JOB-10), its run script and its limits.
 *
 * @throws JobFilesError when two files have the same path
 */
export function jobLaunch(job: ResolvedJob): NewLaunch {
  const { request, cluster, command } = job;
  const layout = jobFiles({ ...request, attachments: job.attachments }, cluster, command, job.applications);
  // Requests stored by earlier releases have no secrets.
  const secrets = request.secrets ?? [];
  const { retry } = request;
  const script = runScript({
    ...layout,
    environment: jobEnvironment(job),
    also: runScriptLines(job.compatibility),
    executable: command.document.executable,
    commandArgs: request.commandArgs,
    hidden: job.hiddenVariables,
    secrets: secrets.map(({ name }) => name).filter((name) => !name.endsWith('_FILE')),
  });
  const unique = [...new Map(layout.files.map((file) => [file.path, file])).values()];
  return {
    kind: LaunchKind.Batch,
    agentCluster: job.agentCluster,
    user: job.user,
    subject: job.id,
    priority: request.priority ?? 0,
    command: ['bash', './run'],
    environment: {
      PORTOLAN_JOB_ID: job.id,
      [ATTEMPT_VARIABLE]: '1',
      ...elementVariables(job.element),
      ...cpuVariable(job.cpu),
      // Another attempt must not begin while a silent node still runs this one.
      ...(retry && retry.limit > 0 && retry.on.includes(RetryCause.Lost) && endsWithLease()),
    },
    files: [{ path: 'run', content: script, executable: true }, ...unique],
    portVariables: [],
    setupMarker: SETUP_MARKER,
    ...(job.archiveLocation !== null && { archive: { location: job.archiveLocation } }),
    limits: {
      memoryMb: job.reservedMb,
      timeoutSeconds: job.timeoutSeconds,
      killGraceMs: job.killGraceMs,
      residentMb: job.memoryMb,
    },
    ...(request.group !== null && { group: request.group }),
    ...(secrets.length > 0 && { secrets }),
  };
}

const elementVariables = (element: ElementOf | undefined): Record<string, string> =>
  element
    ? {
        PORTOLAN_ARRAY_ID: element.arrayId,
        PORTOLAN_ARRAY_INDEX: String(element.index),
        PORTOLAN_ARRAY_SIZE: String(element.size),
      }
    : {};

/**
 * Returns the variables of a job other than its directories, as docs/job-environment.md lists them.
 * Lists of tags are sorted and joined by commas; an unset value is an empty text.
 */
function jobEnvironment({ request, cluster, command, ...job }: ResolvedJob): Record<string, string> {
  const requested = (tags: readonly string[]): string => tagList(requestedTags(job.compatibility, tags));
  const criteria = request.clusterCriterias.map(({ tags }) => requested(tags));
  return {
    PORTOLAN_VERSION: JOB_INTERFACE[job.release],
    PORTOLAN_CLUSTER_ID: cluster.id,
    PORTOLAN_CLUSTER_NAME: cluster.name,
    PORTOLAN_CLUSTER_TAGS: tagList(cluster.tags),
    PORTOLAN_COMMAND_ID: command.id,
    PORTOLAN_COMMAND_NAME: command.name,
    PORTOLAN_COMMAND_TAGS: tagList(command.tags),
    PORTOLAN_JOB_ID: job.id,
    PORTOLAN_JOB_NAME: job.name,
    PORTOLAN_JOB_MEMORY: String(job.memoryMb),
    PORTOLAN_JOB_TAGS: tagList(request.tags),
    PORTOLAN_JOB_GROUPING: request.grouping ?? '',
    PORTOLAN_JOB_GROUPING_INSTANCE: request.groupingInstance ?? '',
    PORTOLAN_REQUESTED_COMMAND_TAGS: requested(request.commandCriteria),
    PORTOLAN_REQUESTED_CLUSTER_TAGS: `[${criteria.map((tags) => `[${tags}]`).join(',')}]`,
    ...Object.fromEntries(criteria.map((tags, index) => [`PORTOLAN_REQUESTED_CLUSTER_TAGS_${index}`, tags])),
    PORTOLAN_USER: job.user,
    PORTOLAN_USER_GROUP: request.group ?? '',
  };
}

const tagList = (tags: Iterable<string>): string => [...tags].sort().join(',');

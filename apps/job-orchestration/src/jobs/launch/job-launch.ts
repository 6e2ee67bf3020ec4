import { LaunchKind, cpuVariable, type NewLaunch } from '@portolan/launches';
import type { Attachments } from '../../attachments/attachment-store.service';
import type { Candidate, CommandCandidate } from '../../registry/registry-snapshot';
import type { ApplicationDocument } from '../../registry/resource-document';
import { runScriptLines, type Compatibility } from '../../compatibility/genie';
import type { Release } from '../../releases/release';
import type { JobRequest } from '../job-request';
import { jobEnvironment } from './job-environment';
import { jobFiles } from './job-files';
import { SETUP_MARKER, runScript } from './run-script';

/** A job and all that was selected for it. */
export interface ResolvedJob {
  id: string;
  name: string;
  user: string;
  request: JobRequest;
  attachments: Attachments | null;
  cluster: Candidate;
  command: CommandCandidate;
  applications: readonly Candidate<ApplicationDocument>[];
  /** What it may use. */
  memoryMb: number;
  /** What it takes of its node. */
  reservedMb: number;
  /** Cores that request or command ask for; null when neither does. */
  cpu: number | null;
  timeoutSeconds: number;
  killGraceMs: number;
  agentCluster: string;
  /** Of the API by which it came. */
  release: Release;
  /** What the log of its environment leaves out. */
  hiddenVariables: readonly string[];
  compatibility: Compatibility;
  /** Where its directory goes when it is over; null when nowhere. */
  archiveLocation: string | null;
}

/**
 * The launch of a job: its directory, its run script, its limits (reference: jobs §6).
 *
 * @throws JobFilesError when its files can't stand beside each other.
 */
export function jobLaunch(job: ResolvedJob): NewLaunch {
  const { request, cluster, command } = job;
  const layout = jobFiles({ ...request, attachments: job.attachments }, cluster, command, job.applications);
  const environment = jobEnvironment({ job: { ...request, ...job }, cluster, command, release: job.release });
  const script = runScript({
    ...layout,
    environment,
    also: runScriptLines(job.compatibility),
    executable: command.document.executable,
    commandArgs: request.commandArgs,
    hidden: job.hiddenVariables,
    secrets: (request.secrets ?? []).map(({ name }) => name).filter((name) => !name.endsWith('_FILE')),
  });
  const unique = [...new Map(layout.files.map((file) => [file.path, file])).values()];
  return {
    kind: LaunchKind.Batch,
    agentCluster: job.agentCluster,
    user: job.user,
    subject: job.id,
    command: ['bash', './run'],
    environment: { PORTOLAN_JOB_ID: job.id, ...cpuVariable(job.cpu) },
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
    // Requests from before there were secrets have none.
    ...((request.secrets ?? []).length > 0 && { secrets: request.secrets }),
  };
}

import { ErrorKind } from '@portolan/service';
import { JobStatus } from '../jobs/job-status';
import type { PerRelease } from './release';

/** What clients send or see whose fields differ between the releases. */
export type Shape = 'application' | 'cluster' | 'command' | 'request' | 'job' | 'execution';

/** What a field is in one release; `null`: it does not exist. Sizes in characters, numbers by their value. */
export type FieldRule = { required?: true; min?: number; max?: number } | null;

type Fields = Readonly<Record<string, PerRelease<FieldRule>>>;

const since40: PerRelease<FieldRule> = { '3.2': null, '4.0': {}, '4.3': {} };
const since43: PerRelease<FieldRule> = { '3.2': null, '4.0': null, '4.3': {} };

const COMMON: Fields = {
  description: { '3.2': {}, '4.0': { max: 1000 }, '4.3': { max: 1000 } },
  metadata: since40,
};

const COMMAND_ARGS: PerRelease<FieldRule> = {
  '3.2': { required: true, min: 1, max: 10_000 },
  '4.0': { max: 10_000 },
  '4.3': { max: 10_000 },
};

/**
 * Every field that is not the same in all releases (job-orchestration-v3, Resources and their fields). A field that is
 * not here is the same in all; its rules stand in the DTOs.
 */
export const FIELDS: Readonly<Record<Shape, Fields>> = {
  application: COMMON,
  cluster: {
    ...COMMON,
    // The order of links that clients of 3.2 make: kept for them, shown in no document.
    linkedCommands: { '3.2': null, '4.0': null, '4.3': null },
  },
  command: {
    ...COMMON,
    executable: { '3.2': { required: true, min: 1, max: 255 }, '4.0': { max: 1024 }, '4.3': { max: 1024 } },
    executableAndArguments: since40,
    checkDelay: { '3.2': { required: true, min: 1 }, '4.0': { required: true, min: 1 }, '4.3': {} },
    clusterCriteria: since40,
    runtime: since43,
  },
  request: {
    ...COMMON,
    commandArgs: COMMAND_ARGS,
    commandArguments: since40,
    grouping: since40,
    groupingInstance: since40,
    runtime: since43,
  },
  job: {
    ...COMMON,
    commandArgs: COMMAND_ARGS,
    grouping: since40,
    groupingInstance: since40,
  },
  execution: { archiveStatus: since43, launcherExt: since43, runtime: since43 },
};

/** Search filters of jobs that are not there in every release (reference: jobs §1.6). */
export const JOB_FILTERS: PerRelease<{ without: readonly string[] }> = {
  '3.2': { without: ['grouping', 'groupingInstance'] },
  '4.0': { without: [] },
  '4.3': { without: [] },
};

/** Addresses that are not there in every release, and what differs behind one that is. */
export interface Endpoints {
  /** `/jobs/{id}/metadata`, and the links to it. */
  jobMetadata: boolean;
  /** `/commands/{id}/clusterCriteria` and `/resolvedClusters`. */
  clusterCriteria: boolean;
  /** Whether writes to `/clusters/{id}/commands` link; from 4.0 on they are taken and do nothing (reference: jobs §1.4). */
  clusterCommandsLink: boolean;
}

export const ENDPOINTS: PerRelease<Endpoints> = {
  '3.2': { jobMetadata: false, clusterCriteria: false, clusterCommandsLink: true },
  '4.0': { jobMetadata: true, clusterCriteria: true, clusterCommandsLink: false },
  '4.3': { jobMetadata: true, clusterCriteria: true, clusterCommandsLink: false },
};

/** The error kind of a removal of all applications while commands are linked to some (reference: jobs §2.2). */
export const LINKED_APPLICATIONS: PerRelease<ErrorKind> = {
  '3.2': ErrorKind.Constraint,
  '4.0': ErrorKind.Malformed,
  '4.3': ErrorKind.Malformed,
};

/** Generation of the interface between job and service, as scripts know it by `PORTOLAN_VERSION` (reference: jobs §6.3). */
export const JOB_INTERFACE: PerRelease<string> = { '3.2': '3', '4.0': '4', '4.3': '4' };

const { Reserved, Resolved, Accepted, Claimed, Init, Running, Succeeded, Killed, Failed, Invalid } =
  JobStatus;
const STATES_SINCE_40 = {
  [Reserved]: [Reserved],
  [Resolved]: [Resolved],
  [Accepted]: [Accepted],
  [Claimed]: [Claimed],
  [Init]: [Init],
  [Running]: [Running],
  [Succeeded]: [Succeeded],
  [Killed]: [Killed],
  [Failed]: [Failed],
  [Invalid]: [Invalid],
};

/** The states that clients know, each with the states that it stands for (job-orchestration-v3, States and transitions). */
export const JOB_STATES: PerRelease<Readonly<Record<string, readonly JobStatus[]>>> = {
  '3.2': {
    [Init]: [Reserved, Resolved, Accepted, Claimed, Init],
    [Running]: [Running],
    [Succeeded]: [Succeeded],
    [Killed]: [Killed],
    [Failed]: [Failed],
    [Invalid]: [Invalid],
  },
  '4.0': STATES_SINCE_40,
  '4.3': STATES_SINCE_40,
};

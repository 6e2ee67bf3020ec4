import { JsonObject, Nested, NestedList, Numeric, OneOf, Text, TextList } from '@portolan/validation';
import { RuntimeRequest } from './runtime.dto';
import { isSystemTag } from './system-tags';

export const CommandStatus = { Active: 'ACTIVE', Deprecated: 'DEPRECATED', Inactive: 'INACTIVE' } as const;
export type CommandStatus = (typeof CommandStatus)[keyof typeof CommandStatus];

/** Applications have the same states as commands. */
export const ApplicationStatus = CommandStatus;

export const ClusterStatus = { Up: 'UP', OutOfService: 'OUT_OF_SERVICE', Terminated: 'TERMINATED' } as const;
export type ClusterStatus = (typeof ClusterStatus)[keyof typeof ClusterStatus];

const LOCATION_LENGTH = 1024;

/** Common fields of everything a client submits (job-orchestration-v3, Common fields). */
export class CommonRequest {
  @Text({ optional: true, max: 255, description: 'Made by the system when left out.' }) id?: string | null;
  @Text({ max: 255 }) name!: string;
  @Text({ max: 255 }) user!: string;
  @Text({ max: 255 }) version!: string;
  @Text({ optional: true, description: 'At most 1000 characters from release 4.0 on.' })
  description?: string | null;

  @JsonObject({ optional: true, description: 'Anything; kept as it is.' })
  metadata?: Record<string, unknown> | null;

  @TextList({ optional: true, unique: true, max: 255 }) tags?: string[] | null;
  @Text({ optional: true, max: LOCATION_LENGTH, description: 'Location of a script that is sourced first.' })
  setupFile?: string | null;

  @TextList({ optional: true, unique: true, max: LOCATION_LENGTH }) configs?: string[] | null;
  @TextList({ optional: true, unique: true, max: LOCATION_LENGTH }) dependencies?: string[] | null;
}

/** What every resource of the registry has; each kind adds its `status`. */
export abstract class ResourceRequest extends CommonRequest {
  abstract status: string;

  // Those of the system are as long as an id or a name and their prefix: they are left out, not judged.
  @TextList({ optional: true, unique: true, max: 255, without: isSystemTag }) override tags?: string[] | null;
}

export class ApplicationRequest extends ResourceRequest {
  @OneOf(ApplicationStatus, { ignoreCase: true }) status!: CommandStatus;
  @Text({ optional: true, max: 255, description: 'Groups applications: a tool family.' })
  type?: string | null;
}

export class ClusterRequest extends ResourceRequest {
  @OneOf(ClusterStatus, { ignoreCase: true }) status!: ClusterStatus;
}

/** What a cluster must have; at least one field (job-orchestration-v3, Criterion). */
export class CriterionRequest {
  @Text({ optional: true, max: 255 }) id?: string | null;
  @Text({ optional: true, max: 255 }) name?: string | null;
  @Text({ optional: true, max: 255 }) version?: string | null;
  @Text({ optional: true, max: 255 }) status?: string | null;
  @TextList({ optional: true, unique: true, max: 255 }) tags?: string[] | null;
}

export class CommandRequest extends ResourceRequest {
  @OneOf(CommandStatus, { ignoreCase: true }) status!: CommandStatus;

  // How long it may be stands in the table of releases: what is shown of many arguments may be longer, and is taken back.
  @Text({
    optional: true,
    min: 1,
    description: 'Program and arguments, parted by blanks: at most 1024 characters, 255 in release 3.2.',
  })
  executable?: string | null;

  @TextList({ optional: true, notEmpty: true, max: 1024, description: 'Goes before `executable`.' })
  executableAndArguments?: string[] | null;

  @Numeric({
    optional: true,
    integer: true,
    min: 1,
    description: 'Milliseconds; ignored from release 4.3 on.',
  })
  checkDelay?: number | null;

  @Numeric({ optional: true, integer: true, min: 1, description: 'Default MB of jobs.' })
  memory?: number | null;

  @NestedList(() => CriterionRequest, { optional: true, description: 'In order of priority.' })
  clusterCriteria?: CriterionRequest[] | null;

  @Nested(() => RuntimeRequest, { optional: true }) runtime?: RuntimeRequest | null;
}

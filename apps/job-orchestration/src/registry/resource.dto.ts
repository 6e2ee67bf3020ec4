import {
  JsonObject,
  Nested,
  NestedList,
  NoOuterBlanks,
  Numeric,
  OneOf,
  ReadOnlyFields,
  Text,
  TextList,
} from '@portolan/validation';
import { CRITERIA_LIMIT, FILES_LIMIT, TAGS_LIMIT } from './list-limits';
import { RuntimeRequest } from './runtime.dto';
import { isSystemTag } from './system-tags';

export const CommandStatus = { Active: 'ACTIVE', Deprecated: 'DEPRECATED', Inactive: 'INACTIVE' } as const;
export type CommandStatus = (typeof CommandStatus)[keyof typeof CommandStatus];

/** Applications have the same states as commands. */
export const ApplicationStatus = CommandStatus;

export const ClusterStatus = { Up: 'UP', OutOfService: 'OUT_OF_SERVICE', Terminated: 'TERMINATED' } as const;
export type ClusterStatus = (typeof ClusterStatus)[keyof typeof ClusterStatus];

const LOCATION_LENGTH = 1024;

/** Messages are those that clients of the API know (reference: jobs §8). */
const required = (field: string): string => `A ${field} is required and must be at most 255 characters`;
const AN_EXECUTABLE = 'An executable is required';
/** Of commands and requests. */
export const LEAST_MEMORY =
  'The minimum amount of memory if desired is 1 MB. Probably should be much more than that';

/** Common fields of everything a client submits (job-orchestration-v3, Common fields). */
@ReadOnlyFields('created', 'updated')
export class CommonRequest {
  @Text({
    optional: true,
    max: 255,
    description: 'Made by the system when left out.',
    sizeMessage: 'Max length for the ID is 255 characters',
  })
  @NoOuterBlanks()
  id?: string | null;
  @Text({ max: 255, sizeMessage: required('name') }) @NoOuterBlanks() name!: string;
  @Text({ max: 255, sizeMessage: required('user') }) @NoOuterBlanks() user!: string;
  @Text({ max: 255, sizeMessage: required('version') }) @NoOuterBlanks() version!: string;
  @Text({ optional: true, description: 'At most 1000 characters from release 4.0 on.' })
  description?: string | null;

  @JsonObject({ optional: true, description: 'Anything; kept as it is.' })
  metadata?: Record<string, unknown> | null;

  @TextList({ optional: true, unique: true, max: 255, maxEntries: TAGS_LIMIT }) tags?: string[] | null;
  @Text({
    optional: true,
    max: LOCATION_LENGTH,
    description: 'Location of a script that is sourced first.',
    sizeMessage: `Max length of the setup file is ${LOCATION_LENGTH} characters`,
  })
  setupFile?: string | null;

  @TextList({ optional: true, unique: true, max: LOCATION_LENGTH, maxEntries: FILES_LIMIT })
  configs?: string[] | null;
  @TextList({ optional: true, unique: true, max: LOCATION_LENGTH, maxEntries: FILES_LIMIT })
  dependencies?: string[] | null;
}

/** What every resource of the registry has; each kind adds its `status`. */
export abstract class ResourceRequest extends CommonRequest {
  abstract status: string;

  // Those of the system are as long as an id or a name and their prefix: they are left out, not judged.
  @TextList({ optional: true, unique: true, max: 255, maxEntries: TAGS_LIMIT, without: isSystemTag })
  override tags?: string[] | null;
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
  @TextList({ optional: true, unique: true, max: 255, maxEntries: TAGS_LIMIT }) tags?: string[] | null;
}

export class CommandRequest extends ResourceRequest {
  @OneOf(CommandStatus, { ignoreCase: true }) status!: CommandStatus;

  // How long it may be stands in the table of releases: what is shown of many arguments may be longer, and is taken back.
  @Text({
    optional: true,
    min: 1,
    description: 'Program and arguments, parted by blanks: at most 1024 characters, 255 in release 3.2.',
    sizeMessage: AN_EXECUTABLE,
  })
  executable?: string | null;

  @TextList({
    optional: true,
    notEmpty: true,
    max: 1024,
    maxEntries: 1000,
    description: 'Goes before `executable`.',
    sizeMessage: AN_EXECUTABLE,
  })
  executableAndArguments?: string[] | null;

  @Numeric({
    optional: true,
    integer: true,
    min: 1,
    description: 'Milliseconds; ignored from release 4.3 on.',
  })
  checkDelay?: number | null;

  @Numeric({
    optional: true,
    integer: true,
    min: 1,
    description: 'Default MB of jobs.',
    sizeMessage: LEAST_MEMORY,
  })
  memory?: number | null;

  @NestedList(() => CriterionRequest, {
    optional: true,
    maxEntries: CRITERIA_LIMIT,
    description: 'In order of priority.',
  })
  clusterCriteria?: CriterionRequest[] | null;

  @Nested(() => RuntimeRequest, { optional: true }) runtime?: RuntimeRequest | null;
}

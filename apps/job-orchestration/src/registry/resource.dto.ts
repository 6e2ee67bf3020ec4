import {
  JsonObject,
  Nested,
  NestedList,
  VisibleName,
  Numeric,
  OneOf,
  ReadOnlyFields,
  OneFits,
  Text,
  TextList,
} from '@portolan/validation';
import { AMOUNT, CRITERIA_LIMIT, LOCATIONS, OPTIONAL_TEXT, RESOURCE_TAGS, TAGS } from './field-limits';
import { RuntimeRequest } from './runtime.dto';
import { CRITERION_FIELDS } from '../criteria/criteria';

export const CommandStatus = { Active: 'ACTIVE', Deprecated: 'DEPRECATED', Inactive: 'INACTIVE' } as const;
export type CommandStatus = (typeof CommandStatus)[keyof typeof CommandStatus];

/** Applications have the same states as commands. */
export const ApplicationStatus = CommandStatus;

export const ClusterStatus = { Up: 'UP', OutOfService: 'OUT_OF_SERVICE', Terminated: 'TERMINATED' } as const;
export type ClusterStatus = (typeof ClusterStatus)[keyof typeof ClusterStatus];

/** Messages that clients match on (V3-ERR-5). */
const required = (field: string): string => `A ${field} is required and must be at most 255 characters`;
const AN_EXECUTABLE = 'An executable is required';
/** The message about the memory of commands and job requests. */
export const LEAST_MEMORY =
  'The minimum amount of memory if desired is 1 MB. Probably should be much more than that';

/** The fields that identify whatever a client submits (V3-COMMON-6). */
@ReadOnlyFields('created', 'updated')
export class NamedRequest {
  @Text({
    ...OPTIONAL_TEXT,
    description: 'Made by the system when left out.',
    sizeMessage: 'Max length for the ID is 255 characters',
  })
  @VisibleName({ segment: true })
  id?: string | null;
  @Text({ max: 255, sizeMessage: required('name') }) @VisibleName() name!: string;
  @Text({ max: 255, sizeMessage: required('user') }) @VisibleName() user!: string;
  @Text({ max: 255, sizeMessage: required('version') }) @VisibleName() version!: string;
}

/** Common fields of jobs and of resources. */
export class CommonRequest extends NamedRequest {
  @Text({ optional: true, description: 'At most 1000 characters from release 4.0 on.' })
  description?: string | null;

  @JsonObject({ optional: true, description: 'Anything; kept as it is.' })
  metadata?: Record<string, unknown> | null;

  @TextList({ optional: true, ...TAGS }) tags?: string[] | null;
  @Text({
    optional: true,
    max: LOCATIONS.max,
    description: 'Location of a script that is sourced first.',
    sizeMessage: `Max length of the setup file is ${LOCATIONS.max} characters`,
  })
  setupFile?: string | null;

  @TextList({ optional: true, ...LOCATIONS }) configs?: string[] | null;
  @TextList({ optional: true, ...LOCATIONS }) dependencies?: string[] | null;
}

/** The fields of every resource of the registry; each kind adds its `status`. */
export abstract class ResourceRequest extends CommonRequest {
  abstract status: string;

  // System tags are longer than the limit when the id or name is long: they are dropped instead of checked.
  @TextList({ optional: true, ...RESOURCE_TAGS }) override tags?: string[] | null;
}

export class ApplicationRequest extends ResourceRequest {
  @OneOf(ApplicationStatus, { ignoreCase: true }) status!: CommandStatus;
  @Text({ ...OPTIONAL_TEXT, description: 'Groups applications: a tool family.' }) type?: string | null;
}

export class ClusterRequest extends ResourceRequest {
  @OneOf(ClusterStatus, { ignoreCase: true }) status!: ClusterStatus;
}

const PRESENT = { type: 'string', pattern: String.raw`\S` };

/** Schema of a list in which at least one text is not blank. */
export const NOT_ALL_BLANK = { not: { items: { type: 'string', pattern: String.raw`^\s*$` } } };

const oneGiven = (name: string, schema: object) => ({ required: [name], properties: { [name]: schema } });

/** A criterion of a cluster, with at least one field (V3-CRIT-1). */
@OneFits(
  oneGiven('tags', { type: 'array', ...NOT_ALL_BLANK }),
  ...CRITERION_FIELDS.map((name) => oneGiven(name, PRESENT)),
)
export class CriterionRequest {
  @Text(OPTIONAL_TEXT) id?: string | null;
  @Text(OPTIONAL_TEXT) name?: string | null;
  @Text(OPTIONAL_TEXT) version?: string | null;
  @Text(OPTIONAL_TEXT) status?: string | null;
  // Blank ones are ignored.
  @TextList({ optional: true, ...TAGS, visible: false }) tags?: string[] | null;
}

@OneFits(oneGiven('executable', PRESENT), oneGiven('executableAndArguments', { type: 'array', minItems: 1 }))
export class CommandRequest extends ResourceRequest {
  @OneOf(CommandStatus, { ignoreCase: true }) status!: CommandStatus;

  // The release table limits its length: the displayed form of many arguments may be longer, and is accepted back.
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

  @Numeric({ ...AMOUNT, description: 'Milliseconds; ignored from release 4.3 on.' })
  checkDelay?: number | null;

  @Numeric({ ...AMOUNT, description: 'Default MB of jobs.', sizeMessage: LEAST_MEMORY })
  memory?: number | null;

  @NestedList(() => CriterionRequest, {
    optional: true,
    maxEntries: CRITERIA_LIMIT,
    description: 'In order of priority.',
  })
  clusterCriteria?: CriterionRequest[] | null;

  @Nested(() => RuntimeRequest, { optional: true }) runtime?: RuntimeRequest | null;
}

import { Field, schema } from '@portolan/service';
import { EXAMPLE_JOB } from '../jobs/job-example';
import type { CommandExplanation, SelectionExplanation } from '../jobs/job.entity';
import { CriterionResponse } from '../registry/resource-response.dto';
import { Runtime } from '../registry/runtime.dto';
import type { OthersExplanation } from './select';

const { flag, integer, list, maybe, named, object, ref, text } = schema;

interface Chosen {
  id: string;
  name: string | null;
}

const CHOSEN = maybe(named('Chosen', object({ id: text(), name: maybe(text()) })));
const NAMED = { id: text(), name: text() };
const UNSUITABLE = list(named('Unsuitable', object({ ...NAMED, reasons: list(text()) })));
const COMMAND = named(
  'Candidate',
  object({ ...NAMED, criterion: maybe(ref(CriterionResponse)), clusters: list(text()) }),
);
const RATIONALE = named('Rationale', object({ command: text(), cluster: text() }, ['command', 'cluster']));
const OTHERS = named('OtherResources', object({ commands: UNSUITABLE, clusters: UNSUITABLE }));

/** The selected resources, and the reasons. */
export abstract class SelectionResponse {
  @Field(flag('Whether a command and a cluster were found.')) resolved!: boolean;
  @Field(maybe(text('Why not.'))) message!: string | null;
  @Field(CHOSEN) cluster!: Chosen | null;
  @Field(CHOSEN) command!: Chosen | null;
  @Field(integer()) matchingCommands!: number;
  @Field(RATIONALE, { optional: true })
  rationale?: SelectionExplanation['rationale'] | undefined;
  @Field(list(COMMAND, 'Commands that match, each with the clusters it can run on.'))
  candidates!: CommandExplanation[];
  @Field(OTHERS) others!: OthersExplanation;
}

export class JobSelectionResponse extends SelectionResponse {
  @Field(text()) id!: string;
}

/** The selection for a request in advance. */
export class JobResolutionResponse extends SelectionResponse {
  @Field(list(text()), { optional: true }) applications?: readonly string[];
  @Field(maybe(ref(Runtime)), { optional: true }) runtime?: Runtime | null | undefined;
  @Field(maybe(integer('Seconds.')), { optional: true }) timeout?: number | null | undefined;
}

const { id, runtime, timeoutSeconds } = EXAMPLE_JOB;
const SELECTED: SelectionResponse = {
  resolved: true,
  message: null,
  cluster: { id: 'prod-a', name: 'prod' },
  command: { id: 'spark-submit', name: 'spark-submit' },
  matchingCommands: 1,
  candidates: [
    {
      id: 'spark-submit',
      name: 'spark-submit',
      criterion: { id: null, name: null, version: null, status: 'UP', tags: ['type:yarn', 'sla:prod'] },
      clusters: ['prod-a'],
    },
  ],
  others: {
    commands: [],
    clusters: [{ id: 'test-a', name: 'test', reasons: ['it lacks the tag sla:prod'] }],
  },
};

/** The selection of the job of the examples, afterwards and in advance. */
export const EXAMPLE_SELECTION: JobSelectionResponse = { id, ...SELECTED };
export const EXAMPLE_RESOLUTION: JobResolutionResponse = {
  ...SELECTED,
  applications: [],
  runtime,
  timeout: timeoutSeconds,
};

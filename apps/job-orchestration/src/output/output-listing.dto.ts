import { Field, schema } from '@portolan/service';

const { integer, list, maybe, moment, ref, text } = schema;

/** One entry of a listing, as it is shown. */
export class OutputEntry {
  @Field(text()) name!: string;
  @Field(text()) url!: string;
  @Field(integer('Bytes.')) size!: number;
  @Field(moment()) lastModified!: string;
}

/** A directory of a job's output (docs/contract/jobs.md, Output of a job). */
export class OutputListing {
  @Field(maybe(ref(OutputEntry))) parent!: OutputEntry | null;
  @Field(list(ref(OutputEntry))) directories!: OutputEntry[];
  @Field(list(ref(OutputEntry))) files!: OutputEntry[];
}

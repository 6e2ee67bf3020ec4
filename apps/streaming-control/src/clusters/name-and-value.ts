import { Field, schema } from '@portolan/service';

const { text } = schema;

/** A parameter, or a label. */
export class NameAndValue {
  @Field(text()) name!: string;
  @Field(text()) value!: string;
}

import { Field, schema } from '@portolan/service';

const { text } = schema;

/** A parameter, or a label. */
export class NameAndValue {
  @Field(text()) name!: string;
  @Field(text()) value!: string;
}

export const OWNER_FIELDS = ['name', 'teamName', 'description', 'contactEmail', 'repo'] as const;
export type ClusterOwner = Record<(typeof OWNER_FIELDS)[number], string>;

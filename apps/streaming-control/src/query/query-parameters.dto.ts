import { DeclaredParametersOnly, Text } from '@portolan/validation';

/** Query of an address that takes no parameters. */
@DeclaredParametersOnly()
export class NoParameters {}

/** Query of a single record (V1-CLUSTER-5). */
@DeclaredParametersOnly()
export class FieldsQuery {
  @Text({ optional: true, description: 'Comma-separated fields to return; absent: all' }) fields?: string;
}

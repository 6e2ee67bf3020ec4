/** A provider's services that are asked, each with a client of its own. */
export const ProviderService = {
  AutoScaling: 'autoScaling',
  CloudFormation: 'cloudFormation',
  CloudWatch: 'cloudWatch',
  Ec2: 'ec2',
  ElastiCache: 'elastiCache',
  Elb: 'elb',
  ElbV2: 'elbV2',
  Iam: 'iam',
  Rds: 'rds',
  Route53: 'route53',
  S3: 's3',
  Sqs: 'sqs',
} as const;
export type ProviderService = (typeof ProviderService)[keyof typeof ProviderService];

/** How a call is told the size of its pages, and what the provider allows. */
export interface PageSize {
  field: string;
  min: number;
  max: number;
}

/** A call of the provider's API with all its pages. Inputs and answers are named as the API names them. */
export interface ProviderCall {
  operation: string;
  /** Inputs that are the same each time. */
  input?: Readonly<Record<string, string | readonly string[]>>;
  /** The field of an answer that holds what was asked for: a list, or one thing. */
  result: string;
  /** Which field of an answer goes into which field of the request for the next page; without, there are no pages. */
  next?: Readonly<Record<string, string>>;
  size?: PageSize;
  /** The result is a map: its keys are data, not names of fields. */
  map?: boolean;
}

/** A call that is made for each thing that was listed. */
export interface DetailCall extends ProviderCall {
  /** Name of the result for {@link DocumentBuilder}. */
  as: string;
  /** Input fields, and the field of the listed thing that goes there; an empty text is the thing itself. */
  from: Readonly<Record<string, string>>;
  /** Errors that say that the thing has been deleted since it was listed: then it is left out. */
  gone: readonly string[];
  /** Only this field of the result counts; of a list, of each of its elements. */
  field?: string;
  /** Asks for many things at once; which element of the list belongs to which thing is told by a field. */
  batch?: { size: number; by: string };
  /** What was answered once stays true for ever, so it is asked for once. */
  immutable?: boolean;
}

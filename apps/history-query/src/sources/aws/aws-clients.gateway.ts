import type { ProviderService } from '../../collections/collection-definition';
import type { ProviderAccount } from '../../collections/provider-account';
import type { HistoryConfig } from '../../config/history-config';
import type { Fields } from './answer-pages';

export type AwsSettings = Pick<
  HistoryConfig,
  'AWS_ENDPOINT_URL' | 'AWS_EXTERNAL_ID' | 'AWS_MAX_ATTEMPTS' | 'CRAWL_TIMEOUT_MS'
>;

interface Client {
  send(command: object): Promise<Fields>;
}

/** A module of the library: a client's class, and a class for each operation. */
type Library = Readonly<Record<string, unknown>>;
type ClientClass = new (options: object) => Client;
type CommandClass = new (input: object) => object;

const library = (client: string, load: () => Promise<Library>): { client: string; load: typeof load } => ({
  client: `${client}Client`,
  load,
});

/** The library of each service's client. Loaded on first use: together they are large. */
export const LIBRARIES: Readonly<Record<ProviderService, ReturnType<typeof library>>> = {
  autoScaling: library('AutoScaling', () => import('@aws-sdk/client-auto-scaling')),
  cloudFormation: library('CloudFormation', () => import('@aws-sdk/client-cloudformation')),
  cloudTrail: library('CloudTrail', () => import('@aws-sdk/client-cloudtrail')),
  cloudWatch: library('CloudWatch', () => import('@aws-sdk/client-cloudwatch')),
  ec2: library('EC2', () => import('@aws-sdk/client-ec2')),
  elastiCache: library('ElastiCache', () => import('@aws-sdk/client-elasticache')),
  elb: library('ElasticLoadBalancing', () => import('@aws-sdk/client-elastic-load-balancing')),
  elbV2: library('ElasticLoadBalancingV2', () => import('@aws-sdk/client-elastic-load-balancing-v2')),
  iam: library('IAM', () => import('@aws-sdk/client-iam')),
  rds: library('RDS', () => import('@aws-sdk/client-rds')),
  route53: library('Route53', () => import('@aws-sdk/client-route-53')),
  s3: library('S3', () => import('@aws-sdk/client-s3')),
  sqs: library('SQS', () => import('@aws-sdk/client-sqs')),
};

const SESSION_NAME = 'portolan';

/**
 * Clients of AWS, one per account and service. Credentials come from AWS's default chain; an account's role is assumed with them. Throttled
 * requests are retried, and the client slows its others down.
 */
export class AwsClientsGateway {
  private readonly clients = new Map<string, Promise<{ library: Library; client: Client }>>();
  private readonly credentials = new Map<string, Promise<unknown>>();

  constructor(private readonly settings: AwsSettings) {}

  /** @throws the library's error */
  async send(
    account: ProviderAccount,
    service: ProviderService,
    operation: string,
    input: Fields,
  ): Promise<Fields> {
    const key = `${account.region} ${account.role} ${service}`;
    const { library, client } = await once(this.clients, key, () => this.makeClient(account, service));
    const Command = library[`${operation}Command`] as CommandClass;
    return client.send(new Command(input));
  }

  private async makeClient(account: ProviderAccount, service: ProviderService) {
    const { client: name, load } = LIBRARIES[service];
    const library = await load();
    const ClientOfService = library[name] as ClientClass;
    const { role } = account;
    // Without a role the library finds its own credentials; clients of one role share them.
    const credentials =
      role !== undefined && (await once(this.credentials, role, () => this.assume(role, account)));
    const client = new ClientOfService({
      ...this.connection(account),
      ...(credentials ? { credentials } : {}),
      // An emulator does not have a host for each bucket.
      ...(service === 's3' && this.settings.AWS_ENDPOINT_URL !== undefined && { forcePathStyle: true }),
    });
    return { library, client };
  }

  private connection({ region }: ProviderAccount): object {
    const {
      AWS_ENDPOINT_URL: endpoint,
      AWS_MAX_ATTEMPTS: maxAttempts,
      CRAWL_TIMEOUT_MS: limit,
    } = this.settings;
    return {
      region,
      maxAttempts,
      retryMode: 'adaptive',
      requestHandler: { connectionTimeout: limit, requestTimeout: limit, throwOnRequestTimeout: true },
      ...(endpoint !== undefined && { endpoint }),
    };
  }

  private async assume(role: string, account: ProviderAccount): Promise<unknown> {
    const { AWS_EXTERNAL_ID: externalId } = this.settings;
    const { fromTemporaryCredentials } = await import('@aws-sdk/credential-providers');
    return fromTemporaryCredentials({
      params: {
        RoleArn: role,
        RoleSessionName: SESSION_NAME,
        ...(externalId !== undefined && { ExternalId: externalId }),
      },
      clientConfig: this.connection(account),
    });
  }
}

/** Returns what was made for a key before, else makes it; a failure is not kept. */
function once<T>(made: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const known = made.get(key);
  if (known) return known;
  const making = make();
  made.set(key, making);
  making.catch(() => made.delete(key));
  return making;
}

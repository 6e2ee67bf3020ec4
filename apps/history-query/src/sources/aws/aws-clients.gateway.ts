import type { ProviderAccount } from '../../collections/provider-account';
import type { ProviderService } from '../../collections/provider-call';
import type { Fields } from './answer-pages';

/** How AWS is reached. */
export interface AwsSettings {
  /** Address of all services; undefined: the region's own. */
  endpoint: string | undefined;
  /** Told when a role is assumed. */
  externalId: string | undefined;
  /** How often a request is sent at the most. */
  maxAttempts: number;
  /** How long one request may take, ms. */
  timeoutMs: number;
}

/** What we need of a client of the library. */
interface Client {
  send(command: object): Promise<Fields>;
}

/** A module of the library: a client's class, and a class for each operation. */
type Library = Readonly<Record<string, unknown>>;
type ClientClass = new (options: object) => Client;
type CommandClass = new (input: object) => object;

/** Where each service's client is. Loaded when it is first used: together they are large. */
export const LIBRARIES: Readonly<Record<ProviderService, { client: string; load: () => Promise<Library> }>> =
  {
    autoScaling: { client: 'AutoScalingClient', load: () => import('@aws-sdk/client-auto-scaling') },
    cloudFormation: { client: 'CloudFormationClient', load: () => import('@aws-sdk/client-cloudformation') },
    cloudWatch: { client: 'CloudWatchClient', load: () => import('@aws-sdk/client-cloudwatch') },
    ec2: { client: 'EC2Client', load: () => import('@aws-sdk/client-ec2') },
    elastiCache: { client: 'ElastiCacheClient', load: () => import('@aws-sdk/client-elasticache') },
    elb: {
      client: 'ElasticLoadBalancingClient',
      load: () => import('@aws-sdk/client-elastic-load-balancing'),
    },
    elbV2: {
      client: 'ElasticLoadBalancingV2Client',
      load: () => import('@aws-sdk/client-elastic-load-balancing-v2'),
    },
    iam: { client: 'IAMClient', load: () => import('@aws-sdk/client-iam') },
    rds: { client: 'RDSClient', load: () => import('@aws-sdk/client-rds') },
    route53: { client: 'Route53Client', load: () => import('@aws-sdk/client-route-53') },
    s3: { client: 'S3Client', load: () => import('@aws-sdk/client-s3') },
    sqs: { client: 'SQSClient', load: () => import('@aws-sdk/client-sqs') },
  };

/** What the provider knows our sessions by. */
const SESSION_NAME = 'portolan';

/**
 * Clients of AWS, one an account and service. Credentials are found as all AWS tools find them
 * (environment, shared files, the machine's or pod's role); where an account names a role, that one is
 * assumed with them. Requests that are throttled are sent again, and all others of the client slow down.
 */
export class AwsClients {
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
    const { library, client } = await this.clientOf(account, service);
    const Command = library[`${operation}Command`] as CommandClass;
    return client.send(new Command(input));
  }

  private clientOf(
    account: ProviderAccount,
    service: ProviderService,
  ): Promise<{ library: Library; client: Client }> {
    const key = `${account.region} ${account.role} ${service}`;
    const known = this.clients.get(key);
    if (known) return known;
    const made = this.makeClient(account, service);
    this.clients.set(key, made);
    made.catch(() => this.clients.delete(key));
    return made;
  }

  private async makeClient(
    account: ProviderAccount,
    service: ProviderService,
  ): Promise<{ library: Library; client: Client }> {
    const { client: name, load } = LIBRARIES[service];
    const library = await load();
    const ClientOfService = library[name] as ClientClass;
    const credentials = await this.credentialsOf(account);
    const client = new ClientOfService({
      ...this.connection(account),
      ...(credentials === undefined ? {} : { credentials }),
      // An emulator has no host for each bucket.
      ...(service === 's3' && this.settings.endpoint !== undefined ? { forcePathStyle: true } : {}),
    });
    return { library, client };
  }

  private connection({ region }: ProviderAccount): object {
    const { endpoint, maxAttempts, timeoutMs: timeout } = this.settings;
    return {
      region,
      maxAttempts,
      retryMode: 'adaptive',
      requestHandler: { connectionTimeout: timeout, requestTimeout: timeout, throwOnRequestTimeout: true },
      ...(endpoint === undefined ? {} : { endpoint }),
    };
  }

  /** Credentials of the account's role, shared by its clients; undefined: the library finds its own. */
  private credentialsOf(account: ProviderAccount): Promise<unknown> {
    const { role } = account;
    if (role === undefined) return Promise.resolve(undefined);
    const known = this.credentials.get(role);
    if (known) return known;
    const made = import('@aws-sdk/credential-providers').then(({ fromTemporaryCredentials }) =>
      fromTemporaryCredentials({
        params: {
          RoleArn: role,
          RoleSessionName: SESSION_NAME,
          ...(this.settings.externalId === undefined ? {} : { ExternalId: this.settings.externalId }),
        },
        clientConfig: this.connection(account),
      }),
    );
    this.credentials.set(role, made);
    made.catch(() => this.credentials.delete(role));
    return made;
  }
}

import { randomInt } from 'node:crypto';
import { AutoScalingClient } from '@aws-sdk/client-auto-scaling';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { EC2Client } from '@aws-sdk/client-ec2';
import { ElasticLoadBalancingClient } from '@aws-sdk/client-elastic-load-balancing';
import { ElasticLoadBalancingV2Client } from '@aws-sdk/client-elastic-load-balancing-v2';
import { ElastiCacheClient } from '@aws-sdk/client-elasticache';
import { IAMClient } from '@aws-sdk/client-iam';
import { RDSClient } from '@aws-sdk/client-rds';
import { Route53Client } from '@aws-sdk/client-route-53';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { fromTemporaryCredentials } from '@aws-sdk/credential-providers';
import { eventually } from '@portolan/service/testing';
import type { StatusAnswer } from '../../../../src/status/status.dto';
import { HistoryClient } from '../../../support/history-client';

/** The emulator that the lane has started. */
export const CLOUD_URL = process.env.TEST_CLOUD_URL ?? 'http://127.0.0.1:1';
export const REGION = 'us-east-1';

/** Time limit of tests, generous for a loaded machine. */

/** A separate account in the emulator, accessed through a role, with a client of each service. */
export class TestAccount {
  readonly number = String(randomInt(100_000_000_000, 999_999_999_999));
  readonly role = `arn:aws:iam::${this.number}:role/portolan-reader`;
  readonly autoScaling: AutoScalingClient;
  readonly cloudFormation: CloudFormationClient;
  readonly cloudWatch: CloudWatchClient;
  readonly ec2: EC2Client;
  readonly elastiCache: ElastiCacheClient;
  readonly elb: ElasticLoadBalancingClient;
  readonly elbV2: ElasticLoadBalancingV2Client;
  readonly iam: IAMClient;
  readonly rds: RDSClient;
  readonly route53: Route53Client;
  readonly s3: S3Client;
  readonly sqs: SQSClient;

  constructor(readonly region = REGION) {
    const options = {
      region,
      endpoint: CLOUD_URL,
      credentials: fromTemporaryCredentials({
        params: { RoleArn: this.role, RoleSessionName: 'tests' },
        clientConfig: { region, endpoint: CLOUD_URL },
      }),
    };
    this.autoScaling = new AutoScalingClient(options);
    this.cloudFormation = new CloudFormationClient(options);
    this.cloudWatch = new CloudWatchClient(options);
    this.ec2 = new EC2Client(options);
    this.elastiCache = new ElastiCacheClient(options);
    this.elb = new ElasticLoadBalancingClient(options);
    this.elbV2 = new ElasticLoadBalancingV2Client(options);
    this.iam = new IAMClient(options);
    this.rds = new RDSClient(options);
    this.route53 = new Route53Client(options);
    this.s3 = new S3Client({ ...options, forcePathStyle: true });
    this.sqs = new SQSClient(options);
  }

  /** Its entry in `AWS_ACCOUNTS`. */
  entry(name?: string): string {
    return `${name === undefined ? '' : `${name}@`}${this.region}=${this.role}`;
  }

  close(): void {
    for (const client of [this.autoScaling, this.cloudFormation, this.cloudWatch, this.ec2, this.elastiCache])
      client.destroy();
    for (const client of [this.elb, this.elbV2, this.iam, this.rds, this.route53, this.s3, this.sqs])
      client.destroy();
  }
}

/**
 * Starts the service, which crawls the accounts.
 *
 * @param collections the only ones to crawl, frequently; none: all are crawled
 */
export function startCrawling(
  accounts: readonly string[],
  collections: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<HistoryClient> {
  const intervals =
    collections.length > 0 ? ['*=off', ...collections.map((name) => `${name}=300`)] : ['*=1000'];
  return HistoryClient.start({
    env: {
      AWS_ACCOUNTS: accounts.join(','),
      AWS_ENDPOINT_URL: CLOUD_URL,
      CRAWL_INTERVALS: intervals.join(','),
      CRAWL_INTERVAL_MS: '300',
      CRAWL_BACKOFF_MAX_MS: '1000',
      ...env,
    },
  });
}

/** Waits until a query returns the expected result. */
export async function served<T>(
  what: string,
  query: () => Promise<T>,
  isIt: (answer: T) => boolean,
): Promise<T> {
  let last: T | undefined;
  await eventually(what, async () => {
    last = await query();
    if (isIt(last)) return true;
    throw new Error(JSON.stringify(last));
  });
  return last as T;
}

/** Waits until all of these collections have been crawled and are served. */
export async function crawled(history: HistoryClient, collections: readonly string[]): Promise<void> {
  const waiting = async (): Promise<string[]> => {
    const { collections: all } = (await history.json('status')) as StatusAnswer;
    return all
      .filter(({ collection }) => collections.includes(collection))
      .filter(({ lastCrawl, documents, served: shown }) => lastCrawl === null || documents !== shown)
      .map(({ collection, error }) => (error === null ? collection : `${collection} (${error})`));
  };
  await served('everything is crawled', waiting, (missing) => missing.length === 0);
}

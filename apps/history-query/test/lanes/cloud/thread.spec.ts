import { loadConfig } from '@portolan/service';
import { HistoryConfig } from '../../../src/config/history-config';
import type { AwsQuestion } from '../../../src/sources/aws/aws-question';
import { AwsThreadGateway } from '../../../src/sources/aws/aws-thread.gateway';
import { CLOUD_URL, REGION } from './support/cloud';

const QUESTION: AwsQuestion = {
  account: { name: undefined, region: REGION, role: undefined },
  service: 'ec2',
  call: { operation: 'DescribeSubnets', result: 'Subnets', next: { NextToken: 'NextToken' } },
  input: {},
};

function startThread(endpoint: string): AwsThreadGateway {
  return new AwsThreadGateway(
    loadConfig(HistoryConfig, {
      DATABASE_URL: 'mysql://nobody@127.0.0.1/none',
      REDIS_URL: 'redis://127.0.0.1',
      INTERNAL_TOKEN: 'internal-token-of-tests',
      AWS_ENDPOINT_URL: endpoint,
      AWS_MAX_ATTEMPTS: '1',
    }),
  );
}

describe('the thread that calls AWS', () => {
  it('returns results as JSON with the fields for the next page', async () => {
    const thread = startThread(CLOUD_URL);
    try {
      const answer = await thread.ask(QUESTION);
      expect(answer.Subnets).toEqual(
        expect.arrayContaining([expect.objectContaining({ defaultForAz: true, mapPublicIpOnLaunch: true })]),
      );
      expect(Object.keys(answer).sort()).toEqual(['IsTruncated', 'NextToken', 'Subnets']);
    } finally {
      await thread.onApplicationShutdown();
    }
  });

  it('reports the code of an error', async () => {
    const thread = startThread('http://127.0.0.1:1');
    try {
      await expect(thread.ask(QUESTION)).rejects.toMatchObject({
        code: 'ECONNREFUSED',
        message: expect.stringContaining('DescribeSubnets: ') as string,
      });
    } finally {
      await thread.onApplicationShutdown();
    }
  });

  it('fails waiting calls when it ends, and restarts with the next request', async () => {
    const thread = startThread(CLOUD_URL);
    const waiting = thread.ask(QUESTION);
    await thread.onApplicationShutdown();
    await expect(waiting).rejects.toThrow('the thread of the AWS client has ended');
    expect((await thread.ask(QUESTION)).Subnets).toBeDefined();
    await thread.onApplicationShutdown();
  });
});

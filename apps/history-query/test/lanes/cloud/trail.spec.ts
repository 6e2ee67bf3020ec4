import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { HistoryClient } from '../../support/history-client';

interface Lookup {
  LookupAttributes: unknown;
  MaxResults: number;
  NextToken?: string;
  /** s since the epoch */
  StartTime: number;
}

const HOUR_S = 3600;

describe('the trail of an account, over the API of its provider', () => {
  let server: Server;
  let history: HistoryClient;
  const lookups: Lookup[] = [];
  const eventTime = Math.floor(Date.now() / 1000) - 60;

  beforeAll(async () => {
    server = createServer(
      (request, response) =>
        void text(request).then((body) => {
          expect(request.headers['x-amz-target']).toMatch(/\.LookupEvents$/);
          const lookup = JSON.parse(body) as Lookup;
          lookups.push(lookup);
          const isFirst = lookup.NextToken === undefined;
          const record = { sourceIPAddress: '192.0.2.1', responseElements: { sessionToken: 'hush' } };
          const event = {
            EventId: isFirst ? 'e1' : 'e2',
            EventName: 'StopInstances',
            EventTime: eventTime,
            Username: 'operations',
            Resources: [{ ResourceType: 'AWS::EC2::Instance', ResourceName: 'i-1' }],
            CloudTrailEvent: JSON.stringify(record),
          };
          response.setHeader('content-type', 'application/x-amz-json-1.1');
          response.end(JSON.stringify({ Events: [event], ...(isFirst && { NextToken: 'more' }) }));
        }),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const others = 'cloud/*=off,view/*=off,group/*=off,cloud/globalTrailEvents=off,cloud/trailEvents=1000';
    history = await HistoryClient.start({
      env: {
        AWS_ACCOUNTS: 'eu-west-1',
        AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        CRAWL_INTERVALS: others,
      },
    });
    await history.crawled('cloud/trailEvents');
  });
  afterAll(async () => {
    await history.service.stop();
    server.close();
  });

  it('[V2-WHO-6] reads every page of the events of the last hour that changed something', async () => {
    expect((await history.ids('cloud/trailEvents')).sort()).toEqual(['e1', 'e2']);
    const [first, second] = lookups;
    expect(first).toMatchObject({
      LookupAttributes: [{ AttributeKey: 'ReadOnly', AttributeValue: 'false' }],
      MaxResults: 50,
    });
    const age = Date.now() / 1000 - (first?.StartTime ?? 0);
    expect(age).toBeGreaterThan(HOUR_S - 1);
    expect(age).toBeLessThan(HOUR_S + 600);
    expect(second).toMatchObject({ NextToken: 'more', StartTime: first?.StartTime });
  });

  it('[V2-WHO-6] keeps an event with its time, without the answer of the provider', async () => {
    expect(await history.json('cloud/trailEvents/e1;_meta')).toMatchObject({
      ctime: eventTime * 1000,
      data: {
        eventId: 'e1',
        eventTime: eventTime * 1000,
        resources: [{ resourceName: 'i-1', resourceType: 'AWS::EC2::Instance' }],
        sourceIPAddress: '192.0.2.1',
        username: 'operations',
      },
    });
    expect(await (await history.fetch('cloud/trailEvents;_expand')).text()).not.toContain('hush');
  });
});

import type { Json } from '../json/json';
import { AWS_ROWS } from '../catalogue/aws-rows';
import { documentsInRecording } from './provider-row';

function recorded(name: string, answer: Json): Json[] {
  const row = AWS_ROWS.find((one) => one.name === name);
  if (!row) throw new Error(name);
  return documentsInRecording(row)(answer);
}

describe('recorded responses', () => {
  it('hold the list of a collection that needs one call', () => {
    expect(recorded('cloud/addresses', { addresses: [{ publicIp: '203.0.113.5' }] })).toEqual([
      { publicIp: '203.0.113.5' },
    ]);
    expect(() => recorded('cloud/addresses', { reservations: [] })).toThrow(
      'the response has no list "addresses"',
    );
  });

  it('[V2-AREA-12] hold the health of load balancers; one without an answer has just been deleted', () => {
    const answer = {
      describeLoadBalancers: {
        loadBalancerDescriptions: [{ loadBalancerName: 'storefront' }, { loadBalancerName: 'gone' }],
      },
      describeInstanceHealth: {
        storefront: { instanceStates: [{ instanceId: 'i-1', state: 'InService', reasonCode: 'N/A' }] },
      },
    };
    expect(recorded('view/loadBalancerInstances', answer)).toEqual([
      { name: 'storefront', instances: [{ instanceId: 'i-1', state: 'InService', reasonCode: 'N/A' }] },
    ]);
  });

  it('assign the results of a batch to their objects', () => {
    const answer = {
      describeLoadBalancers: {
        loadBalancerDescriptions: [{ loadBalancerName: 'a' }, { loadBalancerName: 'b' }],
      },
      describeTags: {
        a: {
          tagDescriptions: [
            { loadBalancerName: 'b', tags: [] },
            { loadBalancerName: 'a', tags: [{ key: 'k', value: 'v' }] },
          ],
        },
        b: { tagDescriptions: [] },
      },
    };
    expect(recorded('cloud/loadBalancers', answer)).toEqual([
      { loadBalancerName: 'a', tags: [{ key: 'k', value: 'v' }] },
    ]);
  });

  it('contain only names where the row uses only names', () => {
    const answer = {
      listUsers: { users: [{ userName: 'alice' }] },
      listGroupsForUser: { alice: { groups: [{ groupName: 'ops', path: '/' }] } },
      listAccessKeys: { alice: { accessKeyMetadata: [] } },
      listUserPolicies: { alice: { policyNames: ['read'] } },
    };
    expect(recorded('cloud/iamUsers', answer)).toEqual([
      {
        name: 'alice',
        attributes: { userName: 'alice' },
        groups: ['ops'],
        accessKeys: [],
        userPolicies: ['read'],
      },
    ]);
  });
});

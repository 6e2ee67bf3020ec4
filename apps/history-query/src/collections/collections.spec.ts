import { parseAddress } from '../address/parse-address';
import { collectionsOf } from '../catalogue/collection-catalogue';
import { Collections } from './collections';
import { readAccounts } from './provider-account';

const names = (path: string, collections: Collections): string[] => {
  const { collection } = collections.find(parseAddress(path));
  return collection.parts.length > 0 ? collection.parts.map(({ name }) => name) : [collection.name];
};

describe('collections of accounts', () => {
  const one = new Collections(collectionsOf(readAccounts(['us-east-1'])), ['aws']);
  const several = new Collections(
    collectionsOf(
      readAccounts(['prod.us@us-east-1=arn:p', 'prod.eu@eu-west-1=arn:p', 'test@us-east-1=arn:t']),
    ),
    ['aws'],
  );

  it('gives the collections of a single account plain names', () => {
    expect(names('view/instances', one)).toEqual(['view/instances']);
    expect(names('aws/vpcs/vpc-1', one)).toEqual(['cloud/vpcs']);
    expect(one.at('aws/vpcs')?.source.kind).toBe('aws');
  });

  it('[V2-CRAWL-14] have an address in each account, with dots or slashes and with the alias', () => {
    for (const path of [
      'prod.us.cloud/vpcs',
      'prod/us/cloud/vpcs',
      'prod.us.aws.vpcs',
      'prod/us/aws/vpcs/vpc-1',
    ])
      expect(names(path, several)).toEqual(['prod.us.cloud/vpcs']);
    expect(several.at('test.view/instances')?.source).toMatchObject({
      kind: 'view',
      of: 'test.cloud/instances',
    });
  });

  it('[V2-CRAWL-14] show all accounts under the plain name, which stores nothing', () => {
    expect(names('aws/vpcs', several)).toEqual([
      'prod.us.cloud/vpcs',
      'prod.eu.cloud/vpcs',
      'test.cloud/vpcs',
    ]);
    expect(names('group/autoScalingGroups', several)).toHaveLength(3);
    expect(several.at('cloud/vpcs')).toBeUndefined();
    expect(several.all.every(({ parts }) => parts.length === 0)).toBe(true);
  });

  it.each([
    ['view/instence', 'view.instence, the closest is view/instances'],
    ['view/instence/i-1', 'view.instence.i-1, the closest is view/instances'],
    ['aws/vpc/vpc-1', 'aws.vpc.vpc-1, the closest is aws/vpcs'],
    ['instances', '.instances, the closest is aws/instances'],
    ['prod/us/cloud/vpc', 'prod.us.cloud.vpc, the closest is prod.us.cloud/vpcs'],
    ['prod.us/cloud/vpc/vpc-1', 'prod.us.cloud.vpc.vpc-1, the closest is prod.us.cloud/vpcs'],
    ['tset/view/instances', 'tset.view.instances, the closest is test.view/instances'],
  ])('[V2-ADDR-13] that are unknown are refused with the closest name: %s', (path, message) => {
    expect(() => names(path, several)).toThrow(`invalid collection: ${message}`);
  });

  it('[V2-CRAWL-14] read global resources in one region of an account', () => {
    expect(names('cloud/iamUsers', several)).toEqual(['prod.us.cloud/iamUsers', 'test.cloud/iamUsers']);
  });

  it('collections of our own registries belong to no account', () => {
    expect(names('svc/clusters', several)).toEqual(['svc/clusters']);
  });
});

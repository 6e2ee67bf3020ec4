/** Generated instances of about 1 KB, deterministic, so that every process generates the same ones. */

export const COLLECTION = 'view/instances';

/** Number of current instances. */
export const INSTANCES = 100_000;

/** The instance whose document has as many bytes as a list of 100 ids. */
export const LONG_INSTANCE = 7;

/** Number of instances of one owner. */
export const PER_OWNER = 100;

const LIST_OF_100_BYTES = 1301;
const ZONES = ['us-east-1a', 'us-east-1b', 'us-east-1d'];
const STATES = [
  { code: 16, name: 'running' },
  { code: 16, name: 'running' },
  { code: 16, name: 'running' },
  { code: 80, name: 'stopped' },
];

export const instanceId = (index) => `i-${String(index).padStart(8, '0')}`;
export const ownerOf = (index) => `team-${String(Math.floor(index / PER_OWNER)).padStart(5, '0')}`;

/** A tag as it is stored, also reachable by its key. */
const tag = (key, value) => Object.fromEntries(Object.entries({ [key]: value, key, value }).sort());
const hex = (value) => (value >>> 0).toString(16).padStart(8, '0');

/** An instance with its keys in canonical order. Only `revision` changes between revisions. */
export function instance(index, revision = 0) {
  const address = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
  const document = {
    architecture: 'x86_64',
    imageId: `ami-${hex(index % 500)}`,
    instanceId: instanceId(index),
    instanceType: index % 3 ? 'm5.xlarge' : 'r5.2xlarge',
    launchTime: 1_767_225_600_000 + index * 1000,
    networkInterfaces: [
      {
        networkInterfaceId: `eni-${hex(index * 31)}`,
        status: 'in-use',
        subnetId: `subnet-${hex(index % 24)}`,
      },
    ],
    placement: { availabilityZone: ZONES[index % 3], groupName: '', tenancy: 'default' },
    privateDnsName: `ip-${address.replaceAll('.', '-')}.ec2.internal`,
    privateIpAddress: address,
    publicDnsName: null,
    publicIpAddress: null,
    revision,
    securityGroups: [
      { groupId: `sg-${hex(index % 40)}`, groupName: `service-${index % 40}` },
      { groupId: 'sg-0000ffff', groupName: 'base' },
    ],
    state: STATES[index % 4],
    stateReason: null,
    tags: [
      tag('cluster', `service-${index % 400}-main`),
      tag('owner', ownerOf(index)),
      tag('stack', `stack-${index % 7}`),
    ],
    vpcId: 'vpc-0a1b2c3d',
    zFill: 'x'.repeat(60),
  };
  if (index !== LONG_INSTANCE) return document;
  const missing = LIST_OF_100_BYTES - JSON.stringify(document).length;
  return { ...document, zFill: 'x'.repeat(60 + missing) };
}

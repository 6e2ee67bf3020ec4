import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { render } from './kustomize.mjs';
import { isAllowed, selects } from './network-policies.mjs';
import { ROOT } from './settings.mjs';

const NAMED = { http: 8080 };
const objects = render(join(ROOT, 'k8s', 'overlays', 'production'));
const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');

/** The pods of the manifests by `<service> <component>`; the console has one component. */
const pods = Object.fromEntries(
  objects
    .filter(({ spec }) => spec?.template)
    .map(({ spec }, i) => {
      const { labels } = spec.template.metadata;
      const [name, component] = ['name', 'component'].map((key) => labels[`app.kubernetes.io/${key}`]);
      const pod = component === undefined ? name : `${name} ${component}`;
      return [pod, { address: `10.1.0.${i + 1}`, namespace: 'portolan', namespaceLabels: {}, labels }];
    }),
);
const elsewhere = (namespace, address, namespaceLabels = {}) => ({
  namespace,
  address,
  namespaceLabels,
  labels: {},
});
const others = {
  'ingress controller': elsewhere('ingress', '10.1.1.1', { 'portolan.io/ingress': 'true' }),
  monitoring: elsewhere('monitoring', '10.1.1.2', { 'portolan.io/monitoring': 'true' }),
  'another namespace': elsewhere('other', '10.1.1.3'),
  'a private address': { address: '10.200.0.5' },
  outside: { address: '203.0.113.10' },
  'outside, IPv6': { address: '2001:db8::10' },
  'metadata of the machine': { address: '169.254.169.254' },
  'metadata of the machine, IPv6': { address: 'fd00:ec2::254' },
};
const ends = { ...pods, ...others };
const PORTS = [53, 80, 443, 587, 3306, 4318, 6379, 8080, 21000, 24999, 25000, 26379];

/** Rows of the table of arrows: source, destination, ports. */
function arrows() {
  const page = readFileSync(join(ROOT, 'docs', 'architecture.md'), 'utf8');
  const [table] = page.split('## Arrows')[1].split('\n## ');
  return [...table.matchAll(/^\| ([^|]+?) +\| ([^|]+?) +\| ([\d, –]+?) +\|/gm)].map(
    ([, from, to, ports]) => ({
      from: membersOf(from),
      to: membersOf(to),
      ports: ports === '–' ? undefined : ports.split(', ').flatMap(portsIn),
    }),
  );
}

const portsIn = (text) => {
  const [first, last = first] = text.split('–').map(Number);
  return PORTS.filter((port) => port >= first && port <= last);
};

/** The meaning of the words of the table. */
function membersOf(text) {
  const groups = {
    'every pod': Object.keys(pods).filter((name) => name !== 'console'),
    elsewhere: Object.keys(others),
    outside: ['outside', 'outside, IPv6'],
  };
  return text.split(', ').flatMap((name) => {
    assert.ok(groups[name] ?? ends[name], `${name} is in the table of arrows, but nowhere else`);
    return groups[name] ?? [name];
  });
}

const rows = arrows();
const isArrow = (from, to, port) =>
  rows.some(
    (row) => row.from.includes(from) && row.to.includes(to) && (!row.ports || row.ports.includes(port)),
  );

test('the network allows exactly the arrows of the architecture', () => {
  assert.ok(rows.length >= 12);
  assert.equal(Object.keys(pods).length, 8);
  const wrong = [];
  let allowed = 0;
  for (const from of Object.keys(ends))
    for (const to of Object.keys(ends))
      for (const port of PORTS) {
        if (from === to && others[from]) continue;
        // Connections without these pods are not subject to their policies.
        if (others[from] && others[to]) continue;
        const passes = isAllowed(policies, ends[from], ends[to], { port, protocol: 'TCP' }, NAMED);
        allowed += Number(passes);
        if (passes !== isArrow(from, to, port))
          wrong.push(`${from} → ${to}:${port} is ${passes ? 'let through' : 'refused'}`);
      }
  assert.deepEqual(wrong, []);
  assert.ok(allowed > 100);
});

test('names are asked for by UDP, too; nothing else is', () => {
  const [from, to] = [pods['job-orchestration node'], others['another namespace']];
  assert.ok(isAllowed(policies, from, to, { port: 53, protocol: 'UDP' }, NAMED));
  assert.ok(!isAllowed(policies, from, others['a private address'], { port: 3306, protocol: 'UDP' }, NAMED));
});

test('jobs reach neither the machine’s metadata nor the databases of others by any other port', () => {
  const node = pods['job-orchestration node'];
  for (const name of Object.keys(others).filter((end) => end.startsWith('metadata')))
    for (const port of [80, 443, 8080])
      assert.ok(!isAllowed(policies, node, others[name], { port, protocol: 'TCP' }, NAMED), name);
});

test('without the policies all connections would pass: the test detects that', () => {
  const [from, to] = [others.outside, pods['job-orchestration node']];
  assert.ok(isAllowed([], from, to, { port: 8080, protocol: 'TCP' }, NAMED));
  assert.ok(!isAllowed(policies, from, to, { port: 8080, protocol: 'TCP' }, NAMED));
});

test('a pod without a label satisfies NotIn', () => {
  const matchExpressions = [{ key: 'a', operator: 'NotIn', values: ['b'] }];
  assert.ok(selects({ matchExpressions }, {}));
  assert.ok(!selects({ matchExpressions }, { a: 'b' }));
});

test('a node keeps its name while it starts and while it is drained', () => {
  const { spec } = objects.find(({ kind, metadata }) => kind === 'Service' && metadata.name === 'nodes');
  assert.equal(spec.clusterIP, 'None');
  assert.equal(spec.publishNotReadyAddresses, true);
});

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { allContainersOf, containersOf, kustomizations, manifests, validate } from './kustomize.mjs';
import { selects } from './network-policies.mjs';
import { ROOT, SERVICES } from './settings.mjs';

const objects = manifests().flatMap(({ name, documents }) => documents.map((object) => ({ name, object })));
const pods = objects.filter(({ object }) => containersOf(object).length > 0);
/** Pods of the services: the console has no database, no secret and no settings of theirs. */
const servicePods = pods.filter(
  ({ object }) => object.spec.template.metadata.labels['app.kubernetes.io/part-of'] === 'portolan',
);

test('every manifest satisfies the schema of its kind', () => {
  for (const { name, object } of objects)
    assert.doesNotThrow(() => validate(object), `${name}: ${object.kind} ${object.metadata?.name}`);
});

test('the schemas refuse what is wrong', () => {
  const [{ object }] = pods;
  assert.throws(() => validate({ ...object, spec: { ...object.spec, replicas: 'many' } }));
});

test('kustomizations name files that exist, and every manifest is named', () => {
  const named = kustomizations().flatMap(({ folder, content }) =>
    [...(content.resources ?? []), ...(content.components ?? [])].map((path) => join(folder, path)),
  );
  assert.deepEqual(
    named.filter((path) => !existsSync(join(ROOT, 'k8s', path))),
    [],
  );
  assert.deepEqual(
    manifests()
      .map(({ name }) => name)
      .filter((name) => !named.includes(name)),
    [],
  );
});

test('passwords and tokens come from secrets only', () => {
  for (const { name, object } of servicePods)
    for (const { env = [], envFrom } of containersOf(object)) {
      assert.ok(
        envFrom?.some(({ secretRef }) => secretRef),
        name,
      );
      for (const { name: variable } of env)
        if (variable !== 'KUBERNETES_SECRET')
          assert.doesNotMatch(variable, /TOKEN|PASSWORD|SECRET|DATABASE_URL/);
    }
});

test('nothing runs as root, writes to its root, or gains rights', () => {
  for (const { name, object } of pods) {
    assert.equal(object.spec.template.spec.securityContext.runAsNonRoot, true, name);
    for (const { securityContext } of allContainersOf(object)) {
      assert.equal(securityContext.readOnlyRootFilesystem, true, name);
      assert.equal(securityContext.allowPrivilegeEscalation, false, name);
      assert.deepEqual(securityContext.capabilities.drop, ['ALL'], name);
    }
  }
});

test('what serves requests is probed, limited, and has a budget for disruptions', () => {
  const budgets = objects
    .filter(({ object }) => object.kind === 'PodDisruptionBudget')
    .map(({ object }) => JSON.stringify(object.spec.selector.matchLabels));
  const serving = pods.filter(({ object }) => ['Deployment', 'StatefulSet'].includes(object.kind));
  assert.ok(serving.length >= 7);
  for (const { name, object } of serving) {
    const labels = object.spec.selector.matchLabels;
    assert.ok(budgets.includes(JSON.stringify(labels)), name);
    const [container] = containersOf(object);
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
      assert.ok(container[probe], name);
    assert.ok(container.resources.requests.memory && container.resources.limits.memory, name);
  }
});

test('services, budgets, policies and scalers select existing pods', () => {
  const labels = pods.map(({ object }) => object.spec.template.metadata.labels);
  const matches = (selector) => labels.some((own) => selects(selector, own));
  for (const { name, object } of objects) {
    const { kind, spec } = object;
    if (kind === 'Service') assert.ok(matches({ matchLabels: spec.selector }), name);
    if (kind === 'PodDisruptionBudget') assert.ok(matches(spec.selector), name);
    if (kind === 'NetworkPolicy') {
      assert.ok(matches(spec.podSelector), `${name}: ${object.metadata.name}`);
      const peers = [...(spec.ingress ?? []), ...(spec.egress ?? [])].flatMap(
        ({ from, to }) => from ?? to ?? [],
      );
      for (const { podSelector } of peers) if (podSelector) assert.ok(matches(podSelector), name);
    }
    if (kind === 'HorizontalPodAutoscaler')
      assert.ok(
        pods.some(({ object: pod }) => pod.metadata.name === spec.scaleTargetRef.name),
        name,
      );
  }
});

test('every pod brings its database to its own release before it serves', () => {
  assert.ok(servicePods.length >= 8);
  for (const { name, object } of servicePods) {
    const [container] = containersOf(object);
    const [first] = object.spec.template.spec.initContainers;
    assert.equal(first.image, container.image, name);
    assert.deepEqual(
      first.command,
      ['node', `apps/${container.image.replace('portolan/', '')}/dist/src/migrate.js`, '--when-reachable'],
      name,
    );
    assert.deepEqual(first.envFrom, container.envFrom, name);
  }
});

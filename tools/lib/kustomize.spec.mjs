import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { findProgram } from './commands.mjs';
import { environmentOfContainer, problemsOf, serviceOfImage } from './deployed-settings.mjs';
import { allContainersOf, render, kustomizations, parseDocuments, validate } from './kustomize.mjs';
import { isAllowed } from './network-policies.mjs';
import { ROOT } from './settings.mjs';

const FOLDER = join(ROOT, 'k8s');
/** Kustomizations that can be applied separately; components are parts of overlays. */
const targets = kustomizations()
  .filter(({ content }) => content.kind === 'Kustomization')
  .map(({ folder }) => folder)
  .sort();
const keyOf = ({ kind, metadata }) => `${kind} ${metadata.name}`;
const sorted = (objects) => [...objects].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

/** The production overlay with more components, as in a copy of it. */
function withComponents(t, ...names) {
  const folder = mkdtempSync(join(tmpdir(), 'kustomize-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const from = join(FOLDER, 'overlays', 'production');
  const content = parseDocuments(readFileSync(join(from, 'kustomization.yaml'), 'utf8'))[0];
  content.resources = content.resources.map((path) => join(from, path));
  content.components = [
    ...content.components.map((path) => join(from, path)),
    ...names.map((name) => join(FOLDER, 'components', name)),
  ];
  for (const map of content.configMapGenerator) map.envs = map.envs.map((path) => join(from, path));
  writeFileSync(join(folder, 'kustomization.yaml'), JSON.stringify(content));
  return render(folder);
}

test('rendered objects satisfy the schemas and are unique', () => {
  assert.ok(targets.length >= 4);
  for (const folder of targets) {
    const objects = render(join(FOLDER, folder));
    for (const object of objects) assert.doesNotThrow(() => validate(object), `${folder}: ${keyOf(object)}`);
    const keys = objects.map(keyOf);
    assert.deepEqual(
      keys.filter((key, i) => keys.indexOf(key) !== i),
      [],
      folder,
    );
  }
});

test('references of overlays exist: accounts, volumes, settings', () => {
  for (const folder of targets.filter((name) => dirname(name) === 'overlays')) {
    const objects = render(join(FOLDER, folder));
    const known = new Set(objects.map(keyOf));
    const need = (kind, name, by) =>
      assert.ok(known.has(`${kind} ${name}`), `${folder}: ${by} needs ${kind} ${name}`);
    for (const object of objects) {
      const pod = object.spec?.template?.spec;
      if (pod?.serviceAccountName) need('ServiceAccount', pod.serviceAccountName, keyOf(object));
      for (const { persistentVolumeClaim: claim } of pod?.volumes ?? [])
        if (claim) need('PersistentVolumeClaim', claim.claimName, keyOf(object));
      for (const { envFrom = [] } of allContainersOf(object))
        for (const { configMapRef } of envFrom)
          if (configMapRef && !configMapRef.optional) need('ConfigMap', configMapRef.name, keyOf(object));
      if (object.spec?.scaleTargetRef) {
        const { kind, name } = object.spec.scaleTargetRef;
        need(kind, name, keyOf(object));
      }
      // An installation must override the values of the base: images have a tag, namespaces are set.
      if (object.kind !== 'Namespace') assert.equal(object.metadata.namespace, 'portolan', keyOf(object));
    }
  }
});

test('the production overlay runs images of one release', () => {
  const images = render(join(FOLDER, 'overlays', 'production'))
    .flatMap(allContainersOf)
    .map(({ image }) => image);
  assert.ok(images.length > 7);
  for (const image of images) assert.match(image, /^portolan\/[a-z-]+:\d+\.\d+\.\d+$/);
});

test('the development overlay runs what was loaded into the cluster, without asking a registry', () => {
  const containers = render(join(FOLDER, 'overlays', 'development')).flatMap(allContainersOf);
  assert.ok(containers.length > 7);
  for (const { image, imagePullPolicy } of containers) {
    assert.match(image, /^portolan\/[a-z-]+:development$/);
    assert.equal(imagePullPolicy, 'IfNotPresent', image);
  }
});

test('applying an overlay again, changed or not, neither fails nor undoes what the cluster decided', () => {
  for (const folder of targets.filter((name) => dirname(name) === 'overlays')) {
    const objects = render(join(FOLDER, folder));
    const byKey = new Map(objects.map((object) => [keyOf(object), object]));
    const scalers = objects.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
    assert.ok(scalers.length >= 3);
    for (const { spec } of scalers) {
      const { kind, name } = spec.scaleTargetRef;
      assert.equal(byKey.get(`${kind} ${name}`).spec.replicas, undefined, `${folder}: ${name}`);
    }
    // The template of a Job is immutable, and a failed Job stays.
    assert.deepEqual(objects.filter(({ kind }) => kind === 'Job').map(keyOf), []);
    for (const { kind, metadata } of objects)
      assert.match(metadata.name, /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, `${folder}: ${kind}`);
  }
});

test('a node is drained in time: jobs are stopped before the grace period ends', () => {
  for (const name of ['development', 'production']) {
    const nodes = render(join(FOLDER, 'overlays', name)).find(({ kind }) => kind === 'StatefulSet');
    const { terminationGracePeriodSeconds, containers } = nodes.spec.template.spec;
    const [node, program, seconds] = containers[0].lifecycle.preStop.exec.command;
    assert.deepEqual([node, program], ['node', '/usr/local/lib/portolan/drain.mjs']);
    // The node needs 15 s to stop what runs, and then reports it.
    assert.ok(Number(seconds) > 0 && Number(seconds) <= terminationGracePeriodSeconds - 45, name);
  }
});

test('every ingress names its class, lets bodies and streams through, and leads to an API', () => {
  const ingresses = render(join(FOLDER, 'base')).filter(({ kind }) => kind === 'Ingress');
  assert.equal(ingresses.length, 3);
  for (const { metadata, spec } of ingresses) {
    assert.ok(spec.ingressClassName, metadata.name);
    const option = (name) => metadata.annotations[`nginx.ingress.kubernetes.io/${name}`];
    assert.ok(Number.parseInt(option('proxy-body-size'), 10) >= 8, metadata.name);
    assert.ok(Number(option('proxy-read-timeout')) >= 600, metadata.name);
    assert.equal(option('proxy-buffering'), 'off', metadata.name);
  }
});

/** The problems that services find in their environment. */
function assertAccepted(container, objects, name) {
  const { env, helpers } = environmentOfContainer(container, objects);
  assert.deepEqual(problemsOf(serviceOfImage(container.image), env, helpers), [], name);
}

test('with the component tls every port, probe and address speaks it', (t) => {
  const objects = withComponents(t, 'tls');
  // The console has no port of the services: the ingress controller ends TLS before it.
  const serving = objects
    .filter(({ kind }) => ['Deployment', 'StatefulSet'].includes(kind))
    .filter(({ metadata }) => metadata.name !== 'console');
  assert.ok(serving.length >= 7);
  for (const object of serving) {
    const name = keyOf(object);
    validate(object);
    const [service] = object.spec.template.spec.containers;
    assertAccepted(service, objects, name);
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
      assert.equal(service[probe].httpGet.scheme, 'HTTPS', name);
    const valueOf = (variable) => service.env.find((one) => one.name === variable)?.value;
    const { mountPath } = service.volumeMounts.find((mount) => mount.name === 'tls');
    for (const file of ['TLS_CERT_FILE', 'TLS_KEY_FILE', 'NODE_EXTRA_CA_CERTS'])
      assert.ok(valueOf(file).startsWith(`${mountPath}/`), `${name}: ${file}`);
    for (const { name: variable, value } of service.env)
      if (variable.endsWith('_URL')) assert.match(value, /^https:/, `${name}: ${variable}`);
    assert.equal(object.spec.template.metadata.annotations['prometheus.io/scheme'], 'https');
  }
});

test('the component kubernetes-launcher makes pods of launches with the rights, the image and the settings for it', (t) => {
  const objects = withComponents(t, 'kubernetes-launcher');
  const find = (kind, name) =>
    objects.find((object) => object.kind === kind && object.metadata.name === name);
  const launcher = find('Deployment', 'launcher');
  const pod = launcher.spec.template.spec;
  for (const object of [launcher, find('ServiceAccount', pod.serviceAccountName)]) validate(object);
  assert.equal(pod.automountServiceAccountToken, true);
  const bound = objects.filter(
    ({ kind, subjects }) =>
      kind === 'RoleBinding' && subjects.some(({ name }) => name === pod.serviceAccountName),
  );
  assert.deepEqual(
    bound.map(({ roleRef }) => find(roleRef.kind, roleRef.name) !== undefined),
    [true],
  );
  const [container] = pod.containers;
  assertAccepted(container, objects, 'launcher');
  const valueOf = (name) => container.env.find((one) => one.name === name).value;
  assert.equal(valueOf('LAUNCHER'), 'kubernetes');
  assert.equal(valueOf('KUBERNETES_IMAGE'), container.image);
  assert.equal(valueOf('KUBERNETES_SECRET'), container.envFrom[0].secretRef.name);
  const template = parseDocuments(find('ConfigMap', 'launch-pod').data['pod.yml'])[0];
  const own = { restartPolicy: 'Never', ...template.spec };
  own.containers[0].image = container.image;
  validate({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'launch' },
    spec: { template: { ...template, spec: own } },
  });
  assert.equal(own.automountServiceAccountToken, false);
  assert.ok(find('ConfigMap', own.containers[0].envFrom[0].configMapRef.name));
});

test('the component kubernetes-launcher lets the network through for launchers and the pods of launches', (t) => {
  const objects = withComponents(t, 'kubernetes-launcher');
  const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');
  const pod = (name, labels) => ({ namespace: 'portolan', namespaceLabels: {}, address: name, labels });
  const labelsOf = (name) =>
    objects.find(({ spec, metadata }) => spec?.template && metadata.name === name).spec.template.metadata
      .labels;
  const launcher = pod('10.1.0.1', labelsOf('launcher'));
  const api = pod('10.1.0.2', labelsOf('job-orchestration-api'));
  const map = objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'launch-pod');
  const launch = pod('10.1.0.3', {
    ...parseDocuments(map.data['pod.yml'])[0].metadata.labels,
    'portolan.io/launch': '01A',
  });
  const server = { address: '10.96.0.1' };
  const tcp = (from, to, port) => isAllowed(policies, from, to, { port, protocol: 'TCP' }, { http: 8080 });
  assert.ok(tcp(launcher, server, 443) && tcp(launcher, server, 6443));
  assert.ok(!tcp(launch, server, 443) && !tcp(api, server, 443));
  assert.ok(tcp(launcher, api, 8080) && tcp(api, launcher, 8080));
  assert.ok(tcp(launch, api, 8080) && tcp(api, launch, 8080));
  assert.ok(tcp(launcher, launch, 8080));
  assert.ok(!tcp(launch, launcher, 8080));
});

test('mistakes are found: missing files, patches without a target, unknown fields', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'kustomize-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const rendered = (text) => {
    writeFileSync(join(folder, 'kustomization.yaml'), text);
    return () => render(folder);
  };
  writeFileSync(join(folder, 'a.yaml'), 'apiVersion: v1\nkind: Service\nmetadata: { name: a }\n');
  assert.equal(rendered('resources: [a.yaml]')().length, 1);
  assert.throws(rendered('resources: [b.yaml]'), /b\.yaml does not exist/);
  assert.throws(rendered('resources: [a.yaml]\nhelmCharts: []'), /helmCharts/);
  assert.throws(
    rendered('resources: [a.yaml]\npatches: [{ target: { kind: Job }, patch: "[]" }]'),
    /no object matches the target/,
  );
  assert.throws(
    rendered('resources: [a.yaml]\nreplicas: [{ name: a, count: 2 }]'),
    /no scaled object has the name a/,
  );
  assert.throws(
    rendered(
      'resources: [a.yaml]\npatches: [{ target: { kind: Service }, patch: \'[{ "op": "replace", "path": "/spec/type", "value": "x" }]\' }]',
    ),
  );
});

const kubectl = findProgram('kubectl');
test('kubectl makes the same of it', { skip: !kubectl && 'kubectl is not installed' }, () => {
  for (const folder of targets) {
    const made = execFileSync(kubectl, ['kustomize', join(FOLDER, folder)], { encoding: 'utf8' });
    assert.deepEqual(sorted(render(join(FOLDER, folder))), sorted(parseDocuments(made)), folder);
  }
});

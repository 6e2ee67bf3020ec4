import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { render, containersOf, parseDocuments, validate } from './kustomize.mjs';
import { replicasOf } from './node-scaling.mjs';
import { documentedMetrics, metricsOf } from './observability.mjs';
import { ROOT } from './settings.mjs';

const objects = render(join(ROOT, 'k8s', 'overlays', 'production'));
const find = (kind, name) => objects.find((object) => object.kind === kind && object.metadata.name === name);
const scaler = find('HorizontalPodAutoscaler', 'nodes');
const { metric } = scaler.spec.metrics[0].external;
const configMap = render(join(ROOT, 'k8s', 'observability')).find(
  ({ metadata }) => metadata.name === 'portolan-metrics-adapter',
);

test('[V1-ADMIN-7] nodes are scaled by the metric of streaming control for their agent cluster', () => {
  validate(scaler);
  assert.ok(documentedMetrics().has(metric.name));
  const { scaleTargetRef } = scaler.spec;
  const nodes = find(scaleTargetRef.kind, scaleTargetRef.name);
  const cluster = containersOf(nodes)[0].env.find(({ name }) => name === 'AGENT_CLUSTER').value;
  assert.deepEqual(metric.selector.matchLabels, { agent_cluster: cluster });
  assert.equal(nodes.spec.replicas, undefined, 'the number is the autoscaler’s');
});

test('the number of nodes becomes the wanted one, from any previous number', () => {
  for (let current = 1; current <= 50; current += 1)
    for (let wanted = 1; wanted <= 50; wanted += 1)
      assert.equal(replicasOf(scaler.spec, current, wanted), wanted);
  assert.equal(replicasOf(scaler.spec, 7, undefined), 7);
  assert.equal(replicasOf(scaler.spec, 7, 0), scaler.spec.minReplicas);
  assert.equal(replicasOf(scaler.spec, 7, 1000), scaler.spec.maxReplicas);
  const careless = { ...scaler.spec, behavior: undefined };
  assert.equal(replicasOf(careless, 20, 21), 20);
});

test('nodes go one at a time, after a while: each is drained', () => {
  const { scaleDown } = scaler.spec.behavior;
  assert.ok(scaleDown.stabilizationWindowSeconds >= 300);
  assert.deepEqual(
    scaleDown.policies.map(({ type, value }) => [type, value]),
    [['Pods', 1]],
  );
  const [container] = containersOf(find('StatefulSet', 'nodes'));
  assert.match(container.lifecycle.preStop.exec.command.join(' '), /drain\.mjs \d+$/);
});

test('the metrics adapter serves that metric, by the labels that the autoscaler asks with', () => {
  const { externalRules } = parseDocuments(configMap.data['config.yaml'])[0];
  assert.equal(externalRules.length, 1);
  const [{ seriesQuery, resources, metricsQuery }] = externalRules;
  assert.deepEqual(metricsOf(seriesQuery), [metric.name]);
  // The label added by the scrape configuration distinguishes namespaces.
  assert.deepEqual(resources.overrides, { namespace: { resource: 'namespace' } });
  const page = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8');
  assert.match(page, /__meta_kubernetes_namespace\], target_label: namespace/);
  const [label] = Object.keys(metric.selector.matchLabels);
  // One of all replicas: all export the same values.
  assert.equal(metricsQuery, `max(<<.Series>>{<<.LabelMatchers>>}) by (${label})`);
});

/** The console in Kubernetes and Compose: its server accepts the settings, and nothing reaches more than it needs. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { render } from './kustomize.mjs';
import { load } from './packages.mjs';
import { ROOT } from './settings.mjs';

const objects = render(join(ROOT, 'k8s', 'components', 'console'));
const [production, development] = ['production', 'development'].map((name) =>
  render(join(ROOT, 'k8s', 'overlays', name)),
);
const only = (kind, of = objects) => of.filter((one) => one.kind === kind);
const [deployment] = only('Deployment');
const [container] = deployment.spec.template.spec.containers;
const { readSettings } = load('./apps/console/dist/server/settings.js');

const NOWHERE = { jobs: '', history: '', streams: '' };

test('[CONSOLE-SERVE-4] its pod finds the three APIs at the origin of the page', () => {
  const env = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
  assert.deepEqual(readSettings(env).services, NOWHERE);
});

test('[CONSOLE-SERVE-4] Compose gives it the published addresses of the services, which allow its origin', () => {
  const compose = load('yaml').parse(readFileSync(join(ROOT, 'docker', 'compose.yaml'), 'utf8'), {
    merge: true,
  });
  const { services } = readSettings(compose.services.console.environment);
  const apps = { jobs: 'job-orchestration', history: 'history-query', streams: 'streaming-control' };
  for (const [key, app] of Object.entries(apps)) {
    const { ports, environment } = compose.services[app];
    assert.match(ports[0], new RegExp(`:${new URL(services[key]).port}:`), app);
    const [, own] = compose.services.console.ports[0].split(':');
    assert.ok(environment.CORS_ORIGINS.split(',').includes(`http://localhost:${own}`), app);
  }
});

test('[CONSOLE-SERVE-4] the ingress has the host of the three APIs, and takes no path of theirs', () => {
  const [ingress] = only('Ingress');
  const apis = only('Ingress', production).filter(({ metadata }) => metadata.name !== 'console');
  const others = apis.flatMap(({ spec }) => spec.rules);
  assert.deepEqual([...new Set(others.map(({ host }) => host))], [ingress.spec.rules[0].host]);
  const taken = others.flatMap(({ http }) => http.paths.map(({ path }) => path));
  assert.ok(!taken.includes(ingress.spec.rules[0].http.paths[0].path));
});

test('[CONSOLE-SERVE-4] only the ingress controller reaches it, and it reaches nothing', () => {
  const [{ spec }] = only('NetworkPolicy');
  assert.deepEqual(spec.podSelector.matchLabels, deployment.spec.selector.matchLabels);
  assert.deepEqual(spec.policyTypes, ['Ingress', 'Egress']);
  assert.equal(spec.egress, undefined);
  assert.deepEqual(spec.ingress[0].from, [
    { namespaceSelector: { matchLabels: { 'portolan.io/ingress': 'true' } } },
  ]);
});

for (const [name, overlay] of Object.entries({ production, development }))
  test(`[CONSOLE-SERVE-4] the overlay ${name} deploys it with a tag of its own, and without the settings of the services`, () => {
    const own = only('Deployment', overlay).find(({ metadata }) => metadata.name === 'console');
    const [rendered] = own.spec.template.spec.containers;
    const [service] = only('Deployment', overlay).filter(
      ({ metadata }) => metadata.name === 'history-query-api',
    );
    const tagOf = (image) => image.split(':')[1];
    assert.equal(tagOf(rendered.image), tagOf(service.spec.template.spec.containers[0].image));
    assert.deepEqual(rendered.envFrom, container.envFrom);
    assert.deepEqual(rendered.env, container.env);
    const ingresses = only('Ingress', overlay);
    const ingress = ingresses.find(({ metadata }) => metadata.name === 'console');
    assert.deepEqual(ingress.spec.tls, ingresses[0].spec.tls);
  });

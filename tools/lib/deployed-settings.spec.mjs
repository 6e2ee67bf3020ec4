import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  composeEnvironments,
  environmentOfContainer,
  problemsOf,
  serviceOfImage,
  settingsOf,
} from './deployed-settings.mjs';
import { render } from './kustomize.mjs';
import { load } from './packages.mjs';
import { ROOT } from './settings.mjs';

const overlays = ['development', 'production'].map((name) => ({
  name,
  objects: render(join(ROOT, 'k8s', 'overlays', name)),
}));
const compose = load('yaml').parse(readFileSync(join(ROOT, 'docker', 'compose.yaml'), 'utf8'), {
  merge: true,
});

/** The containers of services, with their environment. */
const servingOf = (objects) =>
  objects
    .filter(({ kind }) => ['Deployment', 'StatefulSet'].includes(kind))
    .filter(({ metadata }) => metadata.name !== 'console')
    .map(({ metadata, spec }) => {
      const [container] = spec.template.spec.containers;
      const app = serviceOfImage(container.image);
      return { name: metadata.name, app, ...environmentOfContainer(container, objects) };
    });

test('every service accepts and reads all settings of the manifests', () => {
  for (const { name: overlay, objects } of overlays) {
    const serving = servingOf(objects);
    assert.ok(serving.length >= 7);
    for (const { name, app, env, helpers } of serving)
      assert.deepEqual(problemsOf(app, env, helpers), [], `${overlay}: ${name}`);
  }
});

test('every service accepts and reads all settings of Compose, and finds its siblings', () => {
  for (const { app, env } of composeEnvironments(compose)) assert.deepEqual(problemsOf(app, env), [], app);
});

test('a setting of another service, a wrong value and a missing sibling are found', () => {
  const [{ objects }] = overlays;
  const { env } = servingOf(objects).find(({ app }) => app === 'history-query');
  assert.ok(!settingsOf('history-query').includes('NODE_WORK_DIR'));
  assert.match(
    problemsOf('history-query', { ...env, NODE_WORK_DIR: '/x' }).join(),
    /NODE_WORK_DIR is no setting/,
  );
  assert.match(problemsOf('history-query', { ...env, AUTH_MODE: 'maybe' }).join(), /AUTH_MODE/);
  assert.match(problemsOf('history-query', { ...env, ROLES: 'node' }).join(), /ROLES/);
  assert.match(problemsOf('history-query', { ...env, JOBS_URL: '' }).join(), /JOBS_URL is not set/);
});

test('in production clients reach the APIs over TLS, at the published address of the services', () => {
  const { objects } = overlays.find((one) => one.name === 'production');
  const { host } = new URL(servingOf(objects)[0].env.PUBLIC_URL);
  const ingresses = objects.filter(({ kind }) => kind === 'Ingress');
  assert.equal(ingresses.length, 4);
  for (const { spec } of ingresses) {
    assert.deepEqual(
      spec.rules.map((rule) => rule.host),
      [host],
    );
    assert.deepEqual(spec.tls[0].hosts, [host]);
    assert.ok(spec.tls[0].secretName);
  }
});

test('in production clients are known, limited, and can have the services call only what is listed', () => {
  for (const { name, app, env } of servingOf(overlays.find((one) => one.name === 'production').objects)) {
    assert.notEqual(env.AUTH_MODE ?? 'off', 'off', name);
    for (const variable of ['RATE_LIMIT_READS_PER_MINUTE', 'RATE_LIMIT_WRITES_PER_MINUTE'])
      assert.ok(Number(env[variable]) > 0, `${name}: ${variable}`);
    assert.ok(env.TRUSTED_PROXIES, name);
    assert.equal(env.OUTBOUND, 'listed', name);
    assert.match(env.PUBLIC_URL, /^https:/, `${app} ${name}`);
  }
});

/** The environment of services in a deployment, checked by the built services. */
import { load } from './packages.mjs';
import { SERVICES } from './settings.mjs';

/** The content of a service's Secret (docs/deployment.md). */
const SECRET = {
  DATABASE_URL: 'mysql://portolan:secret@mysql.example:3306/portolan',
  REDIS_URL: 'rediss://redis.example:6379',
  INTERNAL_TOKEN: 'a-token-of-at-least-16-characters',
};

/** Variables of Node.js itself, which services do not read. */
const RUNTIME = new Set(['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS']);

const definitionOf = (app) =>
  Object.values(load(`./apps/${app}/dist/src/service-definition.js`)).find((one) => one?.config);

export const settingsOf = (app) => load('@portolan/service').settingNames(definitionOf(app).config);

/** Returns the problems of a container's environment. @param helpers names that only other variables refer to */
export function problemsOf(app, env, helpers = []) {
  const known = new Set(settingsOf(app).flatMap((name) => [name, `${name}_FILE`]));
  const unknown = Object.keys(env).filter(
    (name) => !known.has(name) && !RUNTIME.has(name) && !helpers.includes(name),
  );
  const problems = unknown.map((name) => `${name} is no setting of ${app}`);
  try {
    load('@portolan/service').loadConfig(definitionOf(app).config, env);
  } catch (error) {
    problems.push(error.message);
  }
  const missing = ['JOBS_URL', 'STREAMS_URL'].filter((name) => known.has(name) && !env[name]);
  return [...problems, ...missing.map((name) => `${name} is not set: ${app} can't find its sibling`)];
}

/** The environment of a container in a manifest. @param objects all applied ones, with their ConfigMaps */
export function environmentOfContainer({ env = [], envFrom = [] }, objects) {
  const maps = envFrom.map(({ secretRef, configMapRef }) => {
    if (secretRef) return SECRET;
    const { name } = configMapRef;
    const map = objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name);
    if (!map) throw new Error(`no ConfigMap ${name}`);
    return map.data;
  });
  const result = Object.assign({}, ...maps);
  for (const { name, value, valueFrom } of env)
    result[name] = valueFrom
      ? valueFrom.fieldRef.fieldPath.replace(/.*\./, '').toLowerCase()
      : value.replace(/\$\((\w+)\)/g, (_, other) => result[other]);
  const helpers = env.map(({ name }) => name).filter((name) => isHelper(name, env));
  return { env: result, helpers };
}

const isHelper = (name, env) => env.some(({ value }) => value?.includes(`$(${name})`));

export const serviceOfImage = (image) =>
  SERVICES.find(({ app }) => image.split(':')[0].endsWith(`/${app}`)).app;

/** The environments of the three services in docker/compose.yaml. @param compose its content */
export function composeEnvironments(compose) {
  const sample = (text) => String(text).replace(/\$\{(\w+)[^}]*\}/g, 'a-value-of-at-least-16-characters');
  return SERVICES.map(({ app }) => {
    const variables = Object.entries(compose.services[app].environment);
    return { app, env: Object.fromEntries(variables.map(([name, value]) => [name, sample(value)])) };
  });
}

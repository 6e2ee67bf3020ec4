/** The profile of streaming control: valid values, references between resources, and preparations for rare responses. */
import { parsed } from '../../lib/files.mjs';
import { forAll, weighted } from '../arbitraries.mjs';
import { HANDSHAKE } from '../client.mjs';
import { API, TARGETS, WAYS, activeJobs, jobIdIn, seed, stage, submitted } from './streams-requests.mjs';

const POOLS = { clusterName: 'clusters', jobName: 'clusters' };

export const streams = {
  key: 'streams',
  services: ['streams', 'jobs'],
  settings: { NODE_SLOTS: '3', JOB_KILL_GRACE_MS: '200', NODE_STOP_LIMIT_MS: '5000' },

  values: (fc, arbitraries, { artifact }) => {
    const usual = (good, other) => weighted(fc, [6, fc.constant(good)], [1, other]);
    const rarely = (value) => weighted(fc, [9, fc.constant(null)], [1, value]);
    const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{2,9}$/).map((text) => `c${text}`);
    const cluster = arbitraries.reference('clusters');
    const cron = fc.constantFrom('0 0 0 1 1 ?', '0 0 12 * * ?', 'nonsense');
    return {
      'JobDefinitionRequest.name': weighted(fc, [7, name], [1, cluster]),
      name: cluster,
      'LabelRequest.name': name,
      'ParameterRequest.name': fc.constantFrom('intervalMs', 'useRandom'),
      'ParameterRequest.value': fc.constantFrom('100', 'true'),
      'OwnerRequest.name': name,
      jobJarFileLocation: usual(artifact, fc.constantFrom('http://127.0.0.1:9/none.zip', 'none.zip')),
      url: usual(artifact, fc.constant('http://127.0.0.1:9/none.zip')),
      version: fc.constantFrom('1', '2', null),
      ...forAll(
        ['UpdateArtifact', 'UpdateSchedulingInfo', 'NamedSchedulingInfo'].map(
          (one) => `${one}Request.version`,
        ),
        fc.constantFrom('1', '2'),
      ),
      stages: fc.constantFrom(
        { 1: stage(1) },
        { 1: stage(1), 2: stage(1) },
        { 0: stage(1), 1: stage(1) },
        { 2: stage(1) },
      ),
      'SubmitRequest.schedulingInfo': rarely(fc.constant({ stages: { 1: stage(1) } })),
      'SubmitRequest.jobJarFileLocation': fc.constant(null),
      'SubmitRequest.parameters': rarely(fc.constant([{ name: 'intervalMs', value: '100' }])),
      ...forAll(['slaMin', 'min'], fc.constantFrom(0, null)),
      ...forAll(['slaMax', 'max'], fc.constantFrom(0, 2, null)),
      ...forAll(['cronSpec', 'cronspec'], rarely(cron)),
      migrationConfig: fc.constantFrom(
        { strategy: 'ONE_WORKER' },
        { strategy: 'PERCENTAGE', configString: '{"percentToMove":25,"intervalMs":60000}' },
      ),
      configString: fc.constantFrom(null, '{"percentToMove":25,"intervalMs":60000}'),
      strategy: fc.constantFrom('ONE_WORKER', 'PERCENTAGE'),
      runtimeLimitSecs: fc.constantFrom(0, 30),
      userProvidedType: fc.constantFrom(null, '', '{"unique":"x"}'),
      state: fc.constantFrom('StartInitiated', 'Started', 'Noop', 'Completed', 'Failed'),
      type: fc.constantFrom('HEARTBEAT', 'x'),
      workerNumber: fc.integer({ min: 1, max: 3 }),
      ...forAll(['jobId', 'JobId', '?startJobIdExclusive'], arbitraries.reference('jobs')),
      StageNumber: fc.constantFrom(1, 1, 1, 2),
      NumWorkers: fc.constantFrom(1, 1, 2),
      mappings: fc.constantFrom({}, { app: { '.*': 'c' } }, { __default__: { a: { appName: 'x' } } }),
      '?fromObj': fc.constantFrom('jobMetadata', 'workerMetadataList', 'nothing'),
      '?fields': fc.constantFrom('name', 'jobId', 'nothing'),
      '?sortBy': fc.constantFrom('name', 'jobId', 'submittedAt', 'nothing'),
      '?pageSize': fc.constantFrom(1, 10, 100),
      '?limit': fc.constantFrom(1, 10),
      '?offset': fc.constantFrom(0, 1, 5),
      '?matching': fc.constantFrom('seed.*', '.*', 'c[A-Z]+'),
      ...forAll(['?ascending', '?compact', '?activeOnly', '?sendHB'], fc.constantFrom('true', 'false')),
      '?jobState': fc.constantFrom('Active', 'Terminal', 'Accepted', 'Launched'),
      '?labels': fc.constantFrom('a=b', 'a', 'x=y,z=w'),
      '?labels.op': fc.constantFrom('and', 'or'),
      '?workerState': fc.constantFrom('Accepted', 'Started', 'Failed'),
      ...forAll(['?stageNumber', '?workerNumber'], fc.constantFrom(1, 2)),
      '?workerIndex': fc.constantFrom(0, 1),
      '?user': fc.constantFrom('fuzz', 'other'),
      '?app': fc.constantFrom('app', 'other'),
      [`POST ${API}/agentClusters`]: fc.subarray(['default', 'other']),
      [`PUT ${API}/agentClusters/autoScalePolicy`]: fc.constantFrom(
        {},
        { default: { minIdleNodes: 0 } },
        { nonsense: 1 },
      ),
    };
  },

  path: (name, _operation, { fc, arbitraries }) => {
    if (name === 'jobId')
      return weighted(fc, [2, arbitraries.reference('active')], [1, arbitraries.reference('jobs')]);
    if (POOLS[name]) return arbitraries.reference(POOLS[name]);
    if (name === 'workerNumber') return fc.constantFrom(1, 1, 2);
    return name === 'file' ? fc.constantFrom('stdout', 'stderr', 'other') : undefined;
  },

  headers: ({ path, responses }, fc) => {
    if (path.endsWith('/output/{file}'))
      return fc.constantFrom({}, { range: 'bytes=0-1' }, { range: 'bytes=99999999-' }, { range: 'bytes=x' });
    if (path.endsWith('/events')) return fc.constantFrom({}, { accept: 'text/event-stream' });
    if (!responses[101]) return fc.constant({});
    return responses[200] ? fc.constantFrom({}, HANDSHAKE) : fc.constant(HANDSHAKE);
  },

  /** Body and address of valid requests name the same object. */
  adjust: ({ path, method }, template) => {
    if (template.kind !== 'valid' || !template.body || Array.isArray(template.body)) return template;
    const body = { ...template.body };
    if (path.includes('{clusterName}') && 'name' in body) body.name = template.path.clusterName;
    if (path.includes('{clusterName}') && method === 'PUT' && body.jobDefinition)
      body.jobDefinition = { ...body.jobDefinition, name: template.path.clusterName };
    for (const field of ['jobId', 'JobId'])
      if (path.includes('{jobId}') && field in body) body[field] = template.path.jobId;
    return { ...template, body };
  },

  ways: WAYS,

  isPart: ({ path }) => /[?&]fields=/.test(path),

  weights: {
    [`DELETE ${API}/jobClusters/{clusterName}`]: 0.3,
    [`DELETE ${API}/jobs/{jobId}`]: 2,
    'POST /api/namedjob/delete': 0.1,
    'POST /api/namedjob/disable': 0.3,
    [`POST ${API}/jobs`]: 0.5,
    [`POST ${API}/jobsubmitandconnect`]: 0.3,
    [`POST ${API}/jobs/actions/quickSubmit`]: 0.3,
    [`POST ${API}/jobClusters/{clusterName}/jobs`]: 0.4,
    [`POST ${API}/jobs/{jobId}/actions/scaleStage`]: 0.5,
    [`POST ${API}/jobs/{jobId}/actions/resubmitWorker`]: 0.5,
    [`PUT ${API}/agentClusters/autoScalePolicy`]: 0.3,
    [`POST ${API}/agentClusters`]: 0.3,
  },

  async setup(facts) {
    const { client, pools } = facts;
    await seed(facts);
    for (const name of TARGETS) {
      pools.add('clusters', name);
      for (let i = 0; i < 2; i += 1) pools.add('jobs', await submitted(client, name));
    }
    pools.replace('active', pools.all('jobs'));
  },

  async refresh(facts) {
    const { client, pools } = facts;
    await seed(facts);
    const active = await activeJobs(client);
    if (active.length === 0) active.push(await submitted(client, TARGETS[0]));
    pools.replace('active', active);
  },

  learn(operation, request, { status, text }, pools) {
    const { path, method } = operation;
    const isCreated = method === 'POST' && status === 201;
    if (isCreated && path === `${API}/jobClusters`)
      pools.add('clusters', parsed(request.body)?.jobDefinition?.name);
    else if (isCreated) pools.add('jobs', jobIdIn(text));
    if (method === 'DELETE' && status < 300 && path === `${API}/jobClusters/{clusterName}`)
      pools.remove('clusters', request.values.clusterName);
    if (status < 300 && path === '/api/namedjob/delete') pools.remove('clusters', parsed(request.body)?.name);
    if (status < 300 && path === '/api/namedjob/create')
      pools.add('clusters', parsed(request.body)?.jobDefinition?.name);
  },
};

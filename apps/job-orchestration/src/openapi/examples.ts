import type { JobSubmission } from '../jobs/job-request.dto';
import type { ApplicationRequest, ClusterRequest, CommandRequest } from '../registry/resource.dto';
import { withSystemTags } from '../registry/system-tags';

/** Where the API of the examples is. */
const API = 'https://jobs.example.org/api/v3';
const JOB = `${API}/jobs/nightly-7`;

const at = (time: string): string => `2026-03-02T${time}Z`;
const links = (rels: readonly (readonly [string, string])[]) =>
  Object.fromEntries(rels.map(([rel, href]) => [rel, { href }]));
const listLinks = (rels: readonly (readonly [string, string])[]) =>
  rels.map(([rel, href]) => ({ rel, href }));

export const application: ApplicationRequest = {
  id: 'spark-3',
  name: 'spark',
  user: 'platform',
  version: '3.5.1',
  status: 'ACTIVE',
  type: 'spark',
  tags: ['kind:tool'],
  setupFile: 'https://artifacts.example.org/spark-3/setup.sh',
};

export const cluster: ClusterRequest = {
  id: 'prod-a',
  name: 'prod',
  user: 'platform',
  version: '1.0',
  status: 'UP',
  tags: ['type:yarn', 'sla:prod'],
  configs: ['https://artifacts.example.org/prod-a/site.xml'],
};

export const command: CommandRequest = {
  id: 'spark-submit',
  name: 'spark-submit',
  user: 'platform',
  version: '3.5.1',
  status: 'ACTIVE',
  tags: ['type:spark'],
  executableAndArguments: ['bash', '-c'],
  clusterCriteria: [{ tags: ['type:yarn'] }],
  memory: 512,
};

export const job: JobSubmission = {
  id: 'nightly-7',
  name: 'nightly',
  user: 'analyst',
  version: '1.0',
  description: 'Counts the visits of yesterday',
  tags: ['team:web'],
  commandArgs: "'echo 1742 visits'",
  clusterCriterias: [{ tags: ['sla:prod'] }, { tags: ['type:yarn'] }],
  commandCriteria: ['type:spark'],
  memory: 256,
  timeout: 3600,
};

export const criterion = { tags: ['type:yarn', 'sla:prod'] };
export const shownCriterion = {
  id: null,
  name: null,
  version: null,
  status: null,
  tags: ['type:yarn', 'sla:prod'],
};
export const patch = [{ op: 'replace', path: '/status', value: 'OUT_OF_SERVICE' }];
export const tags = ['type:yarn', 'sla:prod'];
export const locations = ['https://artifacts.example.org/prod-a/site.xml'];

const resources = (memoryMb: number | null, cpu: number | null = null) => ({
  resources: { cpu, gpu: null, memoryMb, diskMb: null, networkMbps: null },
  images: {},
});

const shownCommon = (one: { id?: string | null; name: string; user: string; version: string }) => ({
  id: one.id,
  created: at('08:00:00.000'),
  updated: at('08:00:00.000'),
  version: one.version,
  user: one.user,
  name: one.name,
  description: null,
  metadata: null,
});

const shownSets = (one: {
  configs?: string[] | null;
  dependencies?: string[] | null;
  setupFile?: string | null;
}) => ({
  configs: one.configs ?? [],
  dependencies: one.dependencies ?? [],
  setupFile: one.setupFile ?? null,
});

const tagsOf = ({ id, name, tags: own }: { id?: string | null; name: string; tags?: string[] | null }) =>
  withSystemTags(own ?? [], { id: id ?? '', name });

const shownApplication = {
  ...shownCommon(application),
  tags: tagsOf(application),
  ...shownSets(application),
  status: application.status,
  type: application.type,
};
const shownCluster = {
  ...shownCommon(cluster),
  tags: tagsOf(cluster),
  ...shownSets(cluster),
  status: cluster.status,
};
const shownCommand = {
  ...shownCommon(command),
  tags: tagsOf(command),
  ...shownSets(command),
  status: command.status,
  executable: 'bash -c',
  executableAndArguments: command.executableAndArguments,
  checkDelay: 10_000,
  memory: 512,
  clusterCriteria: [{ ...shownCriterion, tags: ['type:yarn'] }],
  runtime: resources(512),
};

const APPLICATION_LINKS = [
  ['self', `${API}/applications/spark-3`],
  ['commands', `${API}/applications/spark-3/commands`],
] as const;
const CLUSTER_LINKS = [
  ['self', `${API}/clusters/prod-a`],
  ['commands', `${API}/clusters/prod-a/commands`],
] as const;
const COMMAND_LINKS = [
  ['self', `${API}/commands/spark-submit`],
  ['applications', `${API}/commands/spark-submit/applications`],
  ['clusters', `${API}/commands/spark-submit/clusters`],
] as const;

/** Resources as HAL documents and as entries of plain arrays. */
export const shown = {
  application: { ...shownApplication, _links: links(APPLICATION_LINKS) },
  cluster: { ...shownCluster, _links: links(CLUSTER_LINKS) },
  command: { ...shownCommand, _links: links(COMMAND_LINKS) },
} as const;
export const listed = {
  application: { ...shownApplication, links: listLinks(APPLICATION_LINKS) },
  cluster: { ...shownCluster, links: listLinks(CLUSTER_LINKS) },
  command: { ...shownCommand, links: listLinks(COMMAND_LINKS) },
} as const;
export const resolvedClusters = [
  { criterion: { ...shownCriterion, status: 'UP' }, resources: [shownCluster] },
];

/** A page with one element. */
export const pageOf = (listName: string, collection: string, element: object) => ({
  _embedded: { [listName]: [element] },
  _links: { self: { href: `${API}/${collection}{?name,status,tag}`, templated: true } },
  page: { size: 1, totalElements: 1, totalPages: 1, number: 0 },
});

const stamps = { id: job.id, created: at('22:00:00.000'), updated: at('22:00:03.000') };
const view = (self: string, rels: readonly string[]) => ({
  _links: links([
    ['self', self],
    ...rels.map((rel) => [rel, rel === 'job' ? JOB : `${JOB}/${rel}`] as const),
  ]),
});

export const jobSummary = {
  id: job.id,
  name: job.name,
  user: job.user,
  status: 'SUCCEEDED',
  started: at('22:00:01.000'),
  finished: at('22:00:03.000'),
  clusterName: 'prod',
  commandName: 'spark-submit',
  runtime: 'PT2S',
  _links: links([['self', JOB]]),
};

const views = ['output', 'request', 'execution', 'metadata', 'status', 'cluster', 'command', 'applications'];

export const shownJob = {
  ...stamps,
  version: job.version,
  user: job.user,
  name: job.name,
  description: job.description,
  metadata: null,
  tags: job.tags,
  status: 'SUCCEEDED',
  statusMsg: 'Job finished successfully.',
  started: at('22:00:01.000'),
  finished: at('22:00:03.000'),
  archiveLocation: 's3://archives/nightly-7',
  clusterName: 'prod',
  commandName: 'spark-submit',
  runtime: 'PT2S',
  commandArgs: job.commandArgs,
  grouping: null,
  groupingInstance: null,
  ...view(JOB, views),
};

const wish = (tagsOfOne: readonly string[]) => ({ tags: tagsOfOne });

export const shownRequest = {
  ...stamps,
  version: job.version,
  user: job.user,
  name: job.name,
  description: job.description,
  metadata: null,
  tags: job.tags,
  configs: [],
  dependencies: [],
  setupFile: null,
  commandArgs: job.commandArgs,
  clusterCriterias: [wish(['sla:prod']), wish(['type:yarn'])],
  commandCriteria: job.commandCriteria,
  group: null,
  disableLogArchival: false,
  email: null,
  cpu: null,
  memory: 256,
  timeout: 3600,
  applications: [],
  grouping: null,
  groupingInstance: null,
  runtime: resources(256),
  secrets: [],
  webhook: null,
  ...view(`${JOB}/request`, ['job', 'execution', 'output', 'status', 'metadata']),
};

export const shownExecution = {
  ...stamps,
  hostName: '10.0.3.17',
  processId: 4711,
  checkDelay: null,
  timeout: at('23:00:01.000'),
  exitCode: 0,
  memory: 256,
  archiveStatus: 'ARCHIVED',
  launcherExt: null,
  runtime: resources(256, 1),
  ...view(`${JOB}/execution`, ['job', 'request', 'output', 'status', 'metadata']),
};

export const shownMetadata = {
  ...stamps,
  clientHost: '10.0.9.4',
  userAgent: 'curl/8.5.0',
  numAttachments: 0,
  totalSizeOfAttachments: 0,
  stdOutSize: 12,
  stdErrSize: 0,
  ...view(`${JOB}/metadata`, ['job', 'request', 'output', 'status', 'execution']),
};

const entry = (name: string, size: number) => ({
  name,
  url: `${JOB}/output/${name.replace(/\/$/, '')}`,
  size,
  lastModified: at('22:00:03.000'),
});
export const outputListing = {
  parent: null,
  directories: [entry('run/', 4096)],
  files: [entry('stdout', 12)],
};
export const outputText = '1742 visits\n';

export const statusEvents =
  'id: 3\ndata: {"status":"RUNNING","statusMsg":"Job is Running.","time":"2026-03-02T22:00:01.000Z"}\n\n' +
  'id: 4\ndata: {"status":"SUCCEEDED","statusMsg":"Job finished successfully.","time":"2026-03-02T22:00:03.000Z"}\n\n';

const candidates = {
  resolved: true,
  message: null,
  cluster: { id: 'prod-a', name: 'prod' },
  command: { id: 'spark-submit', name: 'spark-submit' },
  matchingCommands: 1,
  candidates: [
    {
      id: 'spark-submit',
      name: 'spark-submit',
      criterion: { ...shownCriterion, status: 'UP' },
      clusters: ['prod-a'],
    },
  ],
  others: {
    commands: [],
    clusters: [{ id: 'test-a', name: 'test', reasons: ['it lacks the tag sla:prod'] }],
  },
};
export const selection = { id: job.id, ...candidates };
export const resolution = { ...candidates, applications: [], runtime: resources(256, 1), timeout: 3600 };

export const nodes = {
  _embedded: {
    nodeList: [
      {
        id: '0b7e4d52-0a5f-4f5c-8a3f-6b5a3b0e8f11',
        host: '10.0.3.17',
        url: 'http://10.0.3.17:7103',
        agentCluster: 'default',
        zone: 'a',
        state: 'ACTIVE',
        accepting: true,
        slots: 32,
        freeSlots: 31,
        memoryMb: 16_384,
        freeMemoryMb: 16_128,
        launches: 1,
        lastSeen: at('22:00:03.000'),
      },
    ],
  },
  _links: links([['self', `${API}/nodes`]]),
};

export const root = {
  description: 'Job Orchestration Service API v3',
  _links: links([
    ['self', API],
    ...['applications', 'commands', 'clusters', 'jobs'].map((name) => [name, `${API}/${name}`] as const),
  ]),
};

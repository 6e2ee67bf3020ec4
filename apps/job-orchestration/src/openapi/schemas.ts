import { schema, type Schema } from '@portolan/service';
import { ArchiveStatus } from '../jobs/archive-status';
import { JobStatus } from '../jobs/job-status';
import { ApplicationStatus, ClusterStatus, CommandStatus } from '../registry/resource.dto';

const { anything, choice, flag, integer, list, map, maybe, moment, object, ref, text } = schema;

/** States that are shown of a job; those of older releases besides (`API_RELEASE`). */
const SHOWN_STATES = [...Object.values(JobStatus)];

/** Fields that not every release shows (job-orchestration-v3, Resources and their fields). */
const NEWER = [
  'description',
  'metadata',
  'runtime',
  'archiveStatus',
  'launcherExt',
  'grouping',
  'groupingInstance',
  'executableAndArguments',
  'clusterCriteria',
];

const stamps = { id: text(), created: moment(), updated: moment() };
const common = {
  ...stamps,
  version: text(),
  user: text(),
  name: text(),
  description: maybe(text()),
  metadata: maybe(anything()),
  tags: list(text()),
};
const sets = { configs: list(text()), dependencies: list(text()), setupFile: maybe(text()) };

const own = {
  Application: {
    ...common,
    ...sets,
    status: choice(ApplicationStatus),
    type: maybe(text('Groups applications: a tool family.')),
  },
  Cluster: { ...common, ...sets, status: choice(ClusterStatus) },
  Command: {
    ...common,
    ...sets,
    status: choice(CommandStatus),
    executable: text(),
    executableAndArguments: list(text()),
    checkDelay: integer('Milliseconds.'),
    memory: maybe(integer('Default MB of jobs.')),
    clusterCriteria: list(ref('Criterion'), 'In order of priority.'),
    runtime: ref('Runtime'),
  },
};

const linked = (fields: Readonly<Record<string, Schema>>): Schema =>
  object({ ...fields, _links: ref('Links') }, NEWER);
const listed = (fields: Readonly<Record<string, Schema>>): Schema =>
  object({ ...fields, links: list(ref('ListedLink')) }, NEWER);
const page = (listName: string, element: string): Schema =>
  object(
    { _embedded: object({ [listName]: list(ref(element)) }), _links: ref('Links'), page: ref('PageInfo') },
    ['_embedded'],
  );

const unsuitable = list(object({ id: text(), name: text(), reasons: list(text()) }));
const named = maybe(object({ id: text(), name: maybe(text()) }));
const choices = {
  resolved: flag('Whether a command and a cluster were found.'),
  message: maybe(text('Why not.')),
  cluster: named,
  command: named,
  matchingCommands: integer(),
  rationale: object({ command: text(), cluster: text() }, ['command', 'cluster']),
  candidates: list(
    object({ id: text(), name: text(), criterion: maybe(ref('Criterion')), clusters: list(text()) }),
    'Commands that match, each with the clusters it can run on.',
  ),
  others: object({ commands: unsuitable, clusters: unsuitable }),
};

const node = object({
  id: text(),
  host: text(),
  url: text(),
  agentCluster: text(),
  zone: maybe(text()),
  state: choice(['ACTIVE', 'CORDONED', 'DRAINING', 'DRAINED', 'LOST']),
  accepting: flag(),
  slots: integer(),
  freeSlots: integer(),
  memoryMb: integer(),
  freeMemoryMb: integer(),
  launches: integer('Jobs and streaming workers that it runs.'),
  lastSeen: moment(),
});

/** Schemas of the answers of API v3, as release 4.3 shows them. */
export const jobsSchemas = (): Record<string, Schema> => ({
  Link: object({ href: text(), templated: flag('The address is a URI template.') }, ['templated']),
  Links: map(ref('Link'), 'By relation.'),
  ListedLink: object({ rel: text(), href: text() }),
  PageInfo: object({
    size: integer(),
    totalElements: integer(),
    totalPages: integer(),
    number: integer('From 0.'),
  }),
  Criterion: object({
    id: maybe(text()),
    name: maybe(text()),
    version: maybe(text()),
    status: maybe(text()),
    tags: list(text()),
  }),
  Resources: object({
    cpu: maybe(integer()),
    gpu: maybe(integer()),
    memoryMb: maybe(integer()),
    diskMb: maybe(integer()),
    networkMbps: maybe(integer()),
  }),
  Image: object({ name: maybe(text()), tag: maybe(text()), arguments: list(text()) }),
  Runtime: object({ resources: ref('Resources'), images: map(ref('Image')) }),
  Application: linked(own.Application),
  Cluster: linked(own.Cluster),
  Command: linked(own.Command),
  ListedApplication: listed(own.Application),
  ListedCluster: listed(own.Cluster),
  ListedCommand: listed(own.Command),
  ApplicationPage: page('applicationList', 'Application'),
  ClusterPage: page('clusterList', 'Cluster'),
  CommandPage: page('commandList', 'Command'),
  ResolvedClusters: object({ criterion: ref('Criterion'), resources: list(object(own.Cluster, NEWER)) }),
  JobStatus: choice(SHOWN_STATES),
  JobSummary: object({
    id: text(),
    name: text(),
    user: text(),
    status: ref('JobStatus'),
    started: maybe(moment()),
    finished: maybe(moment()),
    clusterName: maybe(text()),
    commandName: maybe(text()),
    runtime: text('ISO 8601 duration.'),
    _links: ref('Links'),
  }),
  JobPage: page('jobSearchResultList', 'JobSummary'),
  Job: linked({
    ...common,
    status: ref('JobStatus'),
    statusMsg: maybe(text()),
    started: maybe(moment()),
    finished: maybe(moment()),
    archiveLocation: maybe(text()),
    clusterName: maybe(text()),
    commandName: maybe(text()),
    runtime: text('ISO 8601 duration.'),
    commandArgs: maybe(text()),
    grouping: maybe(text()),
    groupingInstance: maybe(text()),
  }),
  JobRequestView: linked({
    ...common,
    ...sets,
    commandArgs: maybe(text()),
    clusterCriterias: list(object({ tags: list(text()) })),
    commandCriteria: list(text()),
    group: maybe(text()),
    disableLogArchival: flag(),
    email: maybe(text()),
    cpu: maybe(integer()),
    memory: maybe(integer('MB.')),
    timeout: maybe(integer('Seconds.')),
    applications: list(text()),
    grouping: maybe(text()),
    groupingInstance: maybe(text()),
    runtime: ref('Runtime'),
    secrets: list(object({ name: text(), ref: text() }), 'References only.'),
    webhook: maybe(object({ url: text() })),
  }),
  JobExecution: linked({
    ...stamps,
    hostName: maybe(text()),
    processId: maybe(integer()),
    checkDelay: maybe(integer()),
    timeout: maybe(moment('When it is ended.')),
    exitCode: maybe(integer()),
    memory: maybe(integer('MB.')),
    archiveStatus: choice(ArchiveStatus),
    launcherExt: maybe(map(text())),
    runtime: maybe(ref('Runtime')),
  }),
  JobMetadata: linked({
    ...stamps,
    clientHost: maybe(text()),
    userAgent: maybe(text()),
    numAttachments: integer(),
    totalSizeOfAttachments: integer('Bytes.'),
    stdOutSize: maybe(integer('Bytes.')),
    stdErrSize: maybe(integer('Bytes.')),
  }),
  JobStatusAnswer: object({ status: ref('JobStatus') }),
  JobStatusEvent: object({ status: ref('JobStatus'), statusMsg: maybe(text()), time: maybe(moment()) }),
  JobSelection: object({ id: text(), ...choices }, ['rationale']),
  JobResolution: object(
    {
      ...choices,
      applications: list(text()),
      runtime: maybe(ref('Runtime')),
      timeout: maybe(integer('Seconds.')),
    },
    ['rationale', 'applications', 'runtime', 'timeout'],
  ),
  OutputEntry: object({ name: text(), url: text(), size: integer('Bytes.'), lastModified: moment() }),
  OutputListing: object({
    parent: maybe(ref('OutputEntry')),
    directories: list(ref('OutputEntry')),
    files: list(ref('OutputEntry')),
  }),
  NodeList: object({ _embedded: object({ nodeList: list(node) }), _links: ref('Links') }),
  Root: object({ description: text(), _links: ref('Links') }),
});

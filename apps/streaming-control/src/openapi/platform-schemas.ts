import { schema, type Schema } from '@portolan/service';

const { integer, list, map, maybe, millis, object, ref, text } = schema;

const hostedWorker = object({
  jobId: text(),
  stage: integer(),
  workerIndex: integer(),
  workerNumber: integer(),
});

/** What streams and discovery send. */
export const streamSchemas = (): Record<string, Schema> => ({
  WorkerHost: object({
    state: text(),
    workerNumber: integer(),
    workerIndex: integer(),
    host: text(),
    port: list(integer(), "The output's port first."),
    metricsPort: integer(),
    customPort: integer(),
  }),
  WorkerAssignments: object({
    stage: integer(),
    numWorkers: integer(),
    activeWorkers: integer(),
    hosts: map(ref('WorkerHost'), 'By worker number.'),
  }),
  JobSchedulingInfo: object({
    jobId: text('`HB_JobId`: a heartbeat.'),
    workerAssignments: maybe(map(ref('WorkerAssignments'), 'By stage number.')),
  }),
  SubmittedJob: object({ name: text('`HB_JobId`: a heartbeat.'), jobId: maybe(text()) }),
});

/** What is told of the platform. */
export const platformSchemas = (): Record<string, Schema> => ({
  MasterInfo: object({
    hostname: text(),
    hostIP: text(),
    apiPort: integer(),
    schedInfoPort: integer(),
    apiPortV2: integer(),
    apiStatusUri: text(),
    consolePort: integer(),
    createTime: millis(),
    fullApiStatusUri: text(),
  }),
  MasterConfig: object({ name: text(), value: text('JSON text of its own.') }),
  AgentHost: object({ hostname: text(), attributeValue: text('Agent cluster.'), jobs: list(hostedWorker) }),
  AgentJobs: map(list(ref('AgentHost')), 'By agent cluster.'),
  AutoScalePolicy: object(
    {
      name: text('The agent cluster, as in its entry.'),
      cooldownSecs: integer(),
      minIdle: integer(),
      maxIdle: integer(),
      minSize: integer(),
      maxSize: integer(),
    },
    ['name'],
  ),
  AutoScalePolicies: map(ref('AutoScalePolicy'), 'By agent cluster.'),
  StreamJobClusterMap: object({
    version: text(),
    timestamp: millis('ms since the epoch; 0 before the first change.'),
    mappings: map(map(text('Job cluster.'), 'By stream.'), 'By application.'),
  }),
  StreamDiscovery: object({
    version: text('Of the map.'),
    timestamp: millis('ms since the epoch; 0 before the first change of the map.'),
    mappings: map(map(ref('JobSchedulingInfo'), 'By stream.'), 'By application.'),
  }),
});

import {
  answer,
  emptyAnswer,
  errorAnswer,
  jsonAnswer,
  schema,
  type AnswerNote,
  type ApiNotes,
  type OperationNote,
  type Schema,
} from '@portolan/service';
import * as examples from './examples';
import { olderNotes } from './older-notes';
import { socketNotes } from './socket-notes';
import { orSomeFields, streamsSchemas } from './schemas';
import * as sent from './stream-examples';

const { list, ref, text } = schema;

type Notes = Record<string, OperationNote>;

const API = '/api/v1';
const CLUSTERS = `${API}/jobClusters`;
const JOBS = `${API}/jobs`;

const DONE = { 204: emptyAnswer('Done.') };

/** A stream of server-sent events; `data` is what each event carries, in JSON. */
const events = (data: Schema, ...values: unknown[]): Record<number, AnswerNote> => ({
  200: answer('text/event-stream', data, sent.events(...values), 'Server-sent events.'),
});
const output = () =>
  events(text('An event of the job, as its sink writes it.'), '{"window":1,"visits":1742}');
const scheduling = () => events(ref('JobSchedulingInfo'), sent.schedulingEvent);
const discovery = () => ({ 200: jsonAnswer(ref('JobSchedulingInfo'), sent.schedulingEvent) });

function clusterNotes(): Notes {
  const one = `${CLUSTERS}/{clusterName}`;
  const act = (id: string, example: unknown): OperationNote => ({ id, body: { example }, answers: DONE });
  return {
    [`GET ${CLUSTERS}`]: {
      id: 'listJobClusters',
      answers: { 200: jsonAnswer(ref('JobClusterPage'), examples.pageOf(examples.clusterRecord)) },
    },
    [`POST ${CLUSTERS}`]: {
      id: 'createJobCluster',
      body: { example: examples.cluster },
      answers: {
        201: jsonAnswer(ref('JobCluster'), { ...examples.clusterRecord, lastJobCount: 0 }, 'Created.'),
        409: errorAnswer('The name is taken.'),
      },
    },
    [`GET ${one}`]: {
      id: 'getJobCluster',
      answers: { 200: jsonAnswer(orSomeFields(ref('JobCluster')), examples.clusterRecord) },
    },
    [`PUT ${one}`]: {
      id: 'updateJobCluster',
      body: { example: examples.changedCluster },
      answers: { 200: jsonAnswer(text('What was done.'), examples.changed) },
    },
    [`DELETE ${one}`]: { id: 'deleteJobCluster', answers: { 202: emptyAnswer('It is gone.') } },
    [`GET ${one}/latestJobDiscoveryInfo`]: { id: 'getLatestJobDiscoveryInfo', answers: discovery() },
    [`GET ${CLUSTERS}/discoveryInfo/{clusterName}`]: {
      id: 'getDiscoveryInfo',
      alias: true,
      answers: discovery(),
    },
    'GET /jobClusters/discoveryInfo/{clusterName}': {
      id: 'getDiscoveryInfoRoot',
      alias: true,
      answers: discovery(),
    },
    [`POST ${one}/actions/updateArtifact`]: act('updateArtifact', examples.updateArtifact),
    [`POST ${one}/actions/updateSchedulingInfo`]: act('updateSchedulingInfo', examples.updateScheduling),
    [`POST ${one}/actions/updateSla`]: act('updateSla', examples.updateSla),
    [`POST ${one}/actions/updateLabel`]: act('updateLabels', examples.updateLabel),
    [`POST ${one}/actions/updateMigrationStrategy`]: act('updateMigration', examples.updateMigration),
    [`POST ${one}/actions/enableCluster`]: act('enableJobCluster', examples.action),
    [`POST ${one}/actions/disableCluster`]: act('disableJobCluster', examples.action),
  };
}

function jobNotes(): Notes {
  const page = { 200: jsonAnswer(ref('JobPage'), examples.pageOf(examples.jobRecord)) };
  const job = { 200: jsonAnswer(orSomeFields(ref('Job')), examples.jobRecord) };
  const submitted = {
    201: jsonAnswer(ref('Job'), examples.jobRecord, 'It will run.'),
    404: errorAnswer('There is no such job cluster.'),
  };
  const submit = (id: string): OperationNote => ({
    id,
    body: { example: examples.submission },
    answers: submitted,
  });
  return {
    [`GET ${JOBS}`]: { id: 'listJobs', answers: page },
    [`GET ${CLUSTERS}/{clusterName}/jobs`]: { id: 'listJobsOfCluster', never: [404], answers: page },
    [`GET ${JOBS}/{jobId}`]: { id: 'getJob', answers: job },
    [`GET ${CLUSTERS}/{clusterName}/jobs/{jobId}`]: { id: 'getJobOfCluster', answers: job },
    [`POST ${JOBS}`]: submit('submitJob'),
    [`POST ${CLUSTERS}/{clusterName}/jobs`]: submit('submitJobToCluster'),
    [`POST ${JOBS}/actions/quickSubmit`]: {
      id: 'quickSubmitJob',
      body: { example: examples.action },
      answers: submitted,
    },
    [`DELETE ${JOBS}/{jobId}`]: { id: 'killJob', answers: { 202: emptyAnswer('It ends, and its workers.') } },
    [`POST ${JOBS}/{jobId}/actions/scaleStage`]: {
      id: 'scaleStage',
      body: { example: examples.scaleStage },
      answers: { ...DONE, 409: errorAnswer('The stage can not be scaled.') },
    },
    [`POST ${JOBS}/{jobId}/actions/resubmitWorker`]: {
      id: 'resubmitWorker',
      body: { example: examples.resubmitWorker },
      answers: DONE,
    },
    [`GET ${JOBS}/{jobId}/archivedWorkers`]: {
      id: 'listArchivedWorkers',
      answers: { 200: jsonAnswer(ref('WorkerPage'), examples.pageOf(REPLACED)) },
    },
    [`POST ${JOBS}/actions/postJobStatus`]: {
      id: 'postJobStatus',
      body: { example: examples.status },
      answers: DONE,
    },
    [`POST ${JOBS}/{jobId}/actions/postJobStatus`]: {
      id: 'postStatusOfJob',
      never: [404],
      body: { example: examples.status },
      answers: DONE,
    },
    [`GET ${JOBS}/{jobId}/workers/{workerNumber}/output/{file}`]: {
      id: 'getWorkerOutput',
      answers: {
        200: answer('text/plain', text(), 'window 1: 1742 visits\n', 'The file.'),
        206: answer('text/plain', text(), 'visits\n', 'A part, as `Range` asked for.'),
      },
    },
  };
}

const REPLACED = {
  ...examples.worker,
  state: 'Failed',
  reason: 'Relaunched',
  completedAt: examples.worker.startedAt + 60_000,
};

const streamNotes = (): Notes => ({
  [`GET ${API}/jobDiscoveryStream/{jobId}`]: { id: 'followWorkers', answers: scheduling() },
  [`GET ${API}/jobs/schedulingInfo/{jobId}`]: {
    id: 'followWorkersOlder',
    alias: true,
    answers: scheduling(),
  },
  [`GET ${CLUSTERS}/discoveryInfoStream/{clusterName}`]: {
    id: 'followWorkersOfCluster',
    answers: scheduling(),
  },
  'GET /jobClusters/discoveryInfoStream/{clusterName}': {
    id: 'followWorkersOfClusterRoot',
    alias: true,
    answers: scheduling(),
  },
  [`GET ${API}/lastSubmittedJobIdStream/{clusterName}`]: {
    id: 'followSubmittedJobs',
    answers: events(ref('SubmittedJob'), sent.submittedEvent),
  },
  [`GET ${API}/jobConnectbyid/{jobId}`]: { id: 'followJobOutput', answers: output() },
  [`GET ${API}/jobconnectbyid/{jobId}`]: { id: 'followJobOutputSmall', alias: true, answers: output() },
  'GET /jobconnectbyid/{jobId}': { id: 'followJobOutputRoot', alias: true, answers: output() },
  [`GET ${API}/jobConnectbyname/{jobName}`]: { id: 'followClusterOutput', answers: output() },
  [`GET ${API}/jobconnectbyname/{jobName}`]: {
    id: 'followClusterOutputSmall',
    alias: true,
    answers: output(),
  },
  'GET /jobconnectbyname/{jobName}': { id: 'followClusterOutputRoot', alias: true, answers: output() },
  [`POST ${API}/jobsubmitandconnect`]: {
    id: 'submitJobAndFollow',
    body: { example: examples.submission },
    answers: { ...output(), 404: errorAnswer('There is no such job cluster.') },
  },
});

function platformNotes(): Notes {
  const policies = { 200: jsonAnswer(ref('AutoScalePolicies'), examples.policies) };
  const map = { 200: jsonAnswer(ref('StreamJobClusterMap'), examples.streamMap) };
  return {
    [`GET ${API}/masterInfo`]: {
      id: 'getMasterInfo',
      never: [503],
      answers: { 200: jsonAnswer(ref('MasterInfo'), examples.master) },
    },
    [`GET ${API}/masterConfigs`]: {
      id: 'getMasterConfigs',
      never: [503],
      answers: { 200: jsonAnswer(list(ref('MasterConfig')), examples.configs) },
    },
    [`GET ${API}/agentClusters`]: {
      id: 'getAgentClusters',
      answers: { 200: jsonAnswer(list(text()), examples.agentClusters) },
    },
    [`POST ${API}/agentClusters`]: {
      id: 'setAgentClusters',
      body: { example: examples.agentClusters },
      answers: { 200: emptyAnswer('They are active from now on.') },
    },
    [`GET ${API}/agentClusters/jobs`]: {
      id: 'getAgentClusterJobs',
      answers: { 200: jsonAnswer(ref('AgentJobs'), examples.agentJobs) },
    },
    [`GET ${API}/agentClusters/autoScalePolicy`]: { id: 'getAutoScalePolicies', answers: policies },
    [`PUT ${API}/agentClusters/autoScalePolicy`]: {
      id: 'replaceAutoScalePolicies',
      body: { example: examples.policies, schema: ref('AutoScalePolicies') },
      answers: policies,
    },
    [`GET ${API}/svc/publish/streamJobClusterMap`]: { id: 'getStreamJobClusterMap', answers: map },
    [`PUT ${API}/svc/publish/streamJobClusterMap`]: {
      id: 'replaceStreamJobClusterMap',
      body: { example: examples.mappings },
      answers: map,
    },
    [`GET ${API}/svc/publish/streamDiscovery`]: {
      id: 'getStreamDiscovery',
      answers: { 200: jsonAnswer(ref('StreamDiscovery'), sent.streamDiscovery) },
    },
  };
}

/** Names, schemas and examples of the operations of API v1. */
export const streamsNotes = (): ApiNotes => ({
  schemas: streamsSchemas(),
  sockets: socketNotes(),
  operations: { ...clusterNotes(), ...jobNotes(), ...streamNotes(), ...platformNotes(), ...olderNotes() },
});

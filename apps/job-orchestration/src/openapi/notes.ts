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
import { HAL_JSON } from '@portolan/hal';
import { API_PATH } from '../http/api-address';
import * as examples from './examples';
import { jobsSchemas } from './schemas';

const { list, ref, text } = schema;

/** Where the API is, as addresses have it. */
const API = `/${API_PATH}`;

type Notes = Record<string, OperationNote>;

/** Kinds of resources: what addresses, schemas and examples of each are called. */
const KINDS = [
  { one: 'application', many: 'applications', id: 'spark-3', tag: 'kind:tool' },
  { one: 'cluster', many: 'clusters', id: 'prod-a', tag: 'sla:prod' },
  { one: 'command', many: 'commands', id: 'spark-submit', tag: 'type:spark' },
] as const;
type Kind = (typeof KINDS)[number];

const SETS = ['configs', 'dependencies', 'tags'] as const;

const big = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
const address = (path: string): string => `https://jobs.example.org${API}${path}`;
const hal = (name: string, example: unknown): AnswerNote => answer(HAL_JSON, ref(name), example);
const halList = (name: string, example: unknown): AnswerNote => answer(HAL_JSON, list(ref(name)), [example]);

const DONE = { 204: emptyAnswer('Done.') };
const PATCH: Schema = list(
  schema.object(
    {
      op: schema.choice(['add', 'remove', 'replace', 'move', 'copy', 'test']),
      path: text('JSON Pointer.'),
      value: { description: 'Any JSON value.' },
      from: text('JSON Pointer; of `move` and `copy`.'),
    },
    ['value', 'from'],
  ),
);

function resourceNotes({ one, many, id }: Kind): Notes {
  const [Name, names] = [big(one), `${API}/${many}`];
  const created = emptyAnswer('Created; `Location` tells where.', address(`/${many}/${id}`));
  return {
    [`POST ${names}`]: { id: `create${Name}`, body: { example: examples[one] }, answers: { 201: created } },
    [`GET ${names}`]: {
      id: `list${Name}s`,
      answers: { 200: hal(`${Name}Page`, examples.pageOf(`${one}List`, many, examples.shown[one])) },
    },
    [`DELETE ${names}`]: {
      id: `deleteAll${Name}s`,
      answers: { ...DONE, 400: errorAnswer(NOT_ALL_REMOVED[one]) },
    },
    [`GET ${names}/{id}`]: { id: `get${Name}`, answers: { 200: hal(Name, examples.shown[one]) } },
    [`PUT ${names}/{id}`]: { id: `replace${Name}`, body: { example: examples[one] }, answers: DONE },
    [`PATCH ${names}/{id}`]: {
      id: `patch${Name}`,
      body: { example: PATCHES[one], schema: PATCH },
      answers: { ...DONE, 409: errorAnswer('The patch does not apply to what is there.') },
    },
    [`DELETE ${names}/{id}`]: { id: `delete${Name}`, answers: { 204: emptyAnswer('It is gone.') } },
  };
}

const NOT_ALL_REMOVED = {
  application: 'A parameter was sent, or an application is linked to a command.',
  cluster: 'A parameter was sent.',
  command: 'A parameter was sent.',
};

const PATCHES = {
  application: [{ op: 'replace', path: '/status', value: 'DEPRECATED' }],
  cluster: examples.patch,
  command: [{ op: 'replace', path: '/status', value: 'DEPRECATED' }],
};

function setNotes({ one, many, tag }: Kind): Notes {
  const notes: Notes = {};
  for (const set of SETS) {
    const [path, Set, Name] = [`${API}/${many}/{id}/${set}`, big(set), big(one)];
    const example = set === 'tags' ? [tag] : examples.locations;
    notes[`GET ${path}`] = { id: `get${Name}${Set}`, answers: { 200: jsonAnswer(list(text()), example) } };
    notes[`POST ${path}`] = { id: `add${Name}${Set}`, body: { example }, answers: DONE };
    notes[`PUT ${path}`] = { id: `replace${Name}${Set}`, body: { example }, answers: DONE };
    notes[`DELETE ${path}`] = { id: `clear${Name}${Set}`, answers: DONE };
  }
  notes[`DELETE ${API}/${many}/{id}/tags/{tag}`] = { id: `delete${big(one)}Tag`, answers: DONE };
  return notes;
}

const linkNotes = (): Notes => ({
  [`GET ${API}/commands/{id}/applications`]: {
    id: 'getCommandApplications',
    answers: { 200: halList('ListedApplication', examples.listed.application) },
  },
  [`POST ${API}/commands/{id}/applications`]: {
    id: 'addCommandApplications',
    body: { example: ['spark-3'] },
    answers: DONE,
  },
  [`PUT ${API}/commands/{id}/applications`]: {
    id: 'replaceCommandApplications',
    body: { example: ['spark-3'] },
    answers: DONE,
  },
  [`DELETE ${API}/commands/{id}/applications`]: { id: 'clearCommandApplications', answers: DONE },
  [`DELETE ${API}/commands/{id}/applications/{applicationId}`]: {
    id: 'deleteCommandApplication',
    answers: DONE,
  },
  [`GET ${API}/commands/{id}/clusters`]: {
    id: 'getCommandClusters',
    answers: { 200: halList('ListedCluster', examples.listed.cluster) },
  },
  [`GET ${API}/applications/{id}/commands`]: {
    id: 'getApplicationCommands',
    answers: { 200: halList('ListedCommand', examples.listed.command) },
  },
  [`GET ${API}/clusters/{id}/commands`]: {
    id: 'getClusterCommands',
    answers: { 200: halList('ListedCommand', examples.listed.command) },
  },
  [`POST ${API}/clusters/{id}/commands`]: {
    id: 'addClusterCommands',
    body: { example: ['spark-submit'] },
    answers: DONE,
  },
  [`PUT ${API}/clusters/{id}/commands`]: {
    id: 'replaceClusterCommands',
    body: { example: ['spark-submit'] },
    answers: DONE,
  },
  [`DELETE ${API}/clusters/{id}/commands`]: { id: 'clearClusterCommands', answers: DONE },
  [`DELETE ${API}/clusters/{id}/commands/{commandId}`]: { id: 'deleteClusterCommand', answers: DONE },
});

function criteriaNotes(): Notes {
  const [path, done] = [`${API}/commands/{id}/clusterCriteria`, { 200: emptyAnswer('Done.') }];
  return {
    [`GET ${path}`]: {
      id: 'getClusterCriteria',
      answers: { 200: jsonAnswer(list(ref('Criterion')), [examples.shownCriterion]) },
    },
    [`POST ${path}`]: { id: 'addClusterCriterion', body: { example: examples.criterion }, answers: done },
    [`PUT ${path}`]: { id: 'replaceClusterCriteria', body: { example: [examples.criterion] }, answers: done },
    [`DELETE ${path}`]: { id: 'clearClusterCriteria', answers: done },
    [`PUT ${path}/{priority}`]: {
      id: 'insertClusterCriterion',
      body: { example: examples.criterion },
      answers: done,
    },
    [`DELETE ${path}/{priority}`]: {
      id: 'deleteClusterCriterion',
      answers: { ...done, 412: errorAnswer('A priority is 0 or more.') },
    },
    [`GET ${API}/commands/{id}/resolvedClusters`]: {
      id: 'getResolvedClusters',
      answers: { 200: jsonAnswer(list(ref('ResolvedClusters')), examples.resolvedClusters) },
    },
  };
}

function jobNotes(): Notes {
  const jobs = `${API}/jobs`;
  const killed = { 202: emptyAnswer('It will be killed; one that is over stays as it is.') };
  const submitted = emptyAnswer(
    'It will run; `Location` tells where to ask for it.',
    address('/jobs/nightly-7'),
  );
  return {
    [`POST ${jobs}`]: { id: 'submitJob', body: { example: examples.job }, answers: { 202: submitted } },
    [`GET ${jobs}`]: {
      id: 'listJobs',
      answers: { 200: hal('JobPage', examples.pageOf('jobSearchResultList', 'jobs', examples.jobSummary)) },
    },
    [`DELETE ${jobs}`]: { id: 'killJobs' },
    [`POST ${jobs}/resolve`]: {
      id: 'resolveJob',
      body: { example: examples.job },
      answers: { 200: jsonAnswer(ref('JobResolution'), examples.resolution) },
    },
    [`GET ${jobs}/{id}`]: { id: 'getJob', answers: { 200: hal('Job', examples.shownJob) } },
    [`DELETE ${jobs}/{id}`]: { id: 'killJob', answers: killed },
    [`POST ${jobs}/{id}/rerun`]: {
      id: 'rerunJob',
      answers: {
        202: submitted,
        412: errorAnswer('No cluster and command fit the request of that job any more.'),
      },
    },
    [`GET ${jobs}/{id}/request`]: {
      id: 'getJobRequest',
      answers: { 200: hal('JobRequestView', examples.shownRequest) },
    },
    [`GET ${jobs}/{id}/execution`]: {
      id: 'getJobExecution',
      answers: { 200: hal('JobExecution', examples.shownExecution) },
    },
    [`GET ${jobs}/{id}/metadata`]: {
      id: 'getJobMetadata',
      answers: { 200: hal('JobMetadata', examples.shownMetadata) },
    },
    [`GET ${jobs}/{id}/cluster`]: {
      id: 'getJobCluster',
      answers: { 200: hal('Cluster', examples.shown.cluster) },
    },
    [`GET ${jobs}/{id}/command`]: {
      id: 'getJobCommand',
      answers: { 200: hal('Command', examples.shown.command) },
    },
    [`GET ${jobs}/{id}/applications`]: {
      id: 'getJobApplications',
      answers: { 200: halList('ListedApplication', examples.listed.application) },
    },
    [`GET ${jobs}/{id}/selection`]: {
      id: 'getJobSelection',
      answers: { 200: jsonAnswer(ref('JobSelection'), examples.selection) },
    },
    [`GET ${jobs}/{id}/status`]: { id: 'getJobStatus', answers: { 200: statusAnswer() } },
    [`GET ${jobs}/{id}/output`]: {
      id: 'listJobOutput',
      answers: { 200: listingAnswer() },
    },
    [`GET ${jobs}/{id}/output/{path}`]: { id: 'getJobOutput', answers: outputAnswers() },
  };
}

const statusAnswer = (): AnswerNote => ({
  description: 'The status, or with `Accept: text/event-stream` every change until the job is over.',
  content: {
    'application/json': { schema: ref('JobStatusAnswer'), example: { status: 'RUNNING' } },
    'text/event-stream': {
      schema: text('Events whose `data` is a `JobStatusEvent`; their ids count the changes.'),
      example: examples.statusEvents,
    },
  },
});

const listingAnswer = (): AnswerNote => {
  const listing = jsonAnswer(ref('OutputListing'), examples.outputListing);
  const page = { schema: text('The same for people, with `Accept: text/html`.'), example: '<!DOCTYPE html>' };
  return { ...listing, content: { ...listing.content, 'text/html': page } };
};

const BYTES = {
  '*/*': { schema: schema.text(undefined, { format: 'binary' }), example: examples.outputText },
};

const outputAnswers = (): Record<number, AnswerNote> => ({
  200: {
    description: 'The file, with the type of its name; of a directory the list of what is in it.',
    content: BYTES,
  },
  206: { content: BYTES },
});

/** Names, schemas and examples of the operations of API v3. */
export const jobsNotes = (): ApiNotes => ({
  schemas: jobsSchemas(),
  operations: {
    ...Object.fromEntries(
      KINDS.flatMap((kind) => Object.entries({ ...resourceNotes(kind), ...setNotes(kind) })),
    ),
    ...linkNotes(),
    ...criteriaNotes(),
    ...jobNotes(),
    [`GET ${API}/nodes`]: { id: 'listNodes', answers: { 200: hal('NodeList', examples.nodes) } },
    [`POST ${API}/nodes/{id}/actions/{action}`]: {
      id: 'actOnNode',
      answers: { 202: emptyAnswer('The node is told.') },
    },
    [`GET ${API}`]: { id: 'getRoot', never: [503], answers: { 200: hal('Root', examples.root) } },
  },
});

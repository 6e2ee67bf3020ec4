import { OUTPUTS } from '../config/settings.ts';
import {
  both,
  collections,
  contexts,
  documents,
  jobs,
  listOf,
  names,
  nodes,
  resources,
  scheduleTags,
  schedules,
  streamClusters,
  streams,
  tags,
  words,
  type Source,
} from './sources.ts';

/** A command, by its name and that of its group. */
export interface CommandName {
  group: string;
  command: string;
}

type Sources = Readonly<Record<string, Source>>;

const REGISTERED_STATES = words('ACTIVE', 'DEPRECATED', 'INACTIVE');

/** Completions of arguments, by command or else by group, and the name of the argument. */
const ARGUMENTS: Sources = {
  'job id': jobs,
  'job ids': jobs,
  'job source': jobs,
  'array id': jobs,
  'schedule id': schedules,
  'schedule ids': schedules,
  'cluster id': resources('cluster'),
  'cluster ids': resources('cluster'),
  'command id': resources('command'),
  'command ids': resources('command'),
  'application id': resources('application'),
  'application ids': resources('application'),
  'node ids': nodes,
  'history address': documents,
  'history list address': collections,
  'history export address': collections,
  'stream name': both(streams, streamClusters),
  'stream job': streams,
  'stream jobs': streams,
  'stream cluster': streamClusters,
  'stream clusters': streamClusters,
  'context name': contexts,
};

/** Completions of the values of options, by command, by group, or else for any command. */
const OPTIONS: Sources = {
  '--output': words(...OUTPUTS),
  '--context': contexts,
  '--depends-on': jobs,
  '--array-id': jobs,
  '--application': resources('application'),
  '--outcome': words('started', 'skipped', 'missed', 'failed', 'buffered'),
  '--overlap': words('skip', 'buffer', 'replace', 'allow'),
  '--cron-policy': words('KEEP_EXISTING', 'KEEP_NEW'),
  '--retry-on': listOf(words('lost', 'memory', 'timeout', 'setup', 'exit')),
  'job --status': listOf(words('ACCEPTED', 'CLAIMED', 'INIT', 'RUNNING', 'SUCCEEDED', 'FAILED', 'KILLED')),
  'job --command': listOf(tags('command')),
  'job --cluster': listOf(tags('cluster')),
  'job list --command': names('command'),
  'job list --cluster': names('cluster'),
  'job kill --command': names('command'),
  'job kill --cluster': names('cluster'),
  'cluster --status': words('UP', 'OUT_OF_SERVICE', 'TERMINATED'),
  'cluster --tag': tags('cluster'),
  'command --status': REGISTERED_STATES,
  'command --tag': tags('command'),
  'command --cluster': listOf(tags('cluster')),
  'application --status': REGISTERED_STATES,
  'application --tag': tags('application'),
  'schedule --tag': scheduleTags,
};

const at = (sources: Sources, { group, command }: CommandName, name: string): Source | undefined =>
  sources[`${group} ${command} ${name}`] ?? sources[`${group} ${name}`] ?? sources[name];

/** Returns the source of an argument; undefined for one that only the user knows. */
export const argumentSource = (place: CommandName, argument: string): Source | undefined =>
  at(ARGUMENTS, place, argument);

/** Returns the source of the values of an option; undefined for one that only the user knows. */
export const optionSource = (place: CommandName, option: string): Source | undefined =>
  at(OPTIONS, place, option);

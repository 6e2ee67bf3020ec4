/** What a run prints at its end. */
import { say } from '../lib/console.mjs';
import { KINDS } from './plan.mjs';

/** The verdicts of a run: each a sentence that holds, or what contradicts it. */
export class Verdicts {
  list = [];

  add(title, problems) {
    this.list.push({ title, problems });
  }

  get failed() {
    return this.list.filter(({ problems }) => problems.length > 0).length;
  }

  get passed() {
    return this.list.length - this.failed;
  }
}

const inSeconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** Middle and largest of some times. */
function times(list) {
  if (list.length === 0) return '–';
  const sorted = list.toSorted((a, b) => a - b);
  return `median ${inSeconds(sorted[Math.floor(sorted.length / 2)])}, longest ${inSeconds(sorted.at(-1))}`;
}

/** How often each end of a connection came, over all clients. */
function endsOf(clients) {
  const ends = {};
  for (const { heard } of clients)
    for (const [how, count] of Object.entries(heard.ends)) ends[how] = (ends[how] ?? 0) + count;
  return Object.entries(ends)
    .map(([how, count]) => `${count} ${how}`)
    .join(', ');
}

const sumOf = (clients, name) => clients.reduce((sum, { heard }) => sum + heard[name], 0);

/** Prints the figures of a run. */
export function table({ jobs, streams, crawls, probes, faults, left, outcome, archives, cron, revisions }) {
  const { counts, slowest } = probes;
  const { figures } = outcome;
  const rows = [
    ...Object.keys(KINDS).map((kind) => {
      const done = faults.done.filter((fault) => fault.kind === kind);
      const what = left[kind]
        ? `left out: ${left[kind]}`
        : `${done.length}×, all answers well again: ${times(done.map(({ recoveredMs }) => recoveredMs ?? 0))}`;
      return [`fault: ${kind}`, what];
    }),
    [
      'probes',
      `${counts.requests} answered: ${counts.ok} as ever, ${counts.unavailable} 503; ${counts.late} late, ${counts.unanswered} without answer; ${counts.excused} at a replica that was hit`,
    ],
    ['slowest probe', `${inSeconds(slowest.ms)}: ${slowest.what} (${slowest.during})`],
    [
      'requests of clients',
      [jobs, streams, crawls].map(({ client: { counts: c } }) => c.requests).reduce((a, b) => a + b),
    ],
    [
      'answered 503',
      [jobs, streams, crawls].map(({ client: { counts: c } }) => c.unavailable).reduce((a, b) => a + b),
    ],
    [
      'without answer',
      [jobs, streams, crawls].map(({ client: { counts: c } }) => c.unanswered).reduce((a, b) => a + b),
    ],
    [
      'batch jobs',
      `${jobs.accepted.length} accepted (${jobs.accepted.filter(({ tries }) => tries > 1).length} after more than one try)`,
    ],
    [
      '  ended',
      `${figures.succeeded} succeeded, ${figures.failed} failed as planned, ${figures.killed} killed, ${figures.lost} failed with their node, ${figures.unknownExit} with an unknown exit code`,
    ],
    ['  lost, doubled', `${outcome.wrong.terminal.length}, ${outcome.wrong.once.length}`],
    [
      '  archives',
      Object.entries(archives.states)
        .map(([state, count]) => `${count} ${state}`)
        .join(', '),
    ],
    ['  webhook calls', [...jobs.calls.values()].reduce((sum, calls) => sum + calls.length, 0)],
    ['  status streams', `${jobs.followed.length}, ${jobs.reconnects} reconnects`],
    [
      'streaming jobs',
      `${streams.clusters.length} clusters, ${streams.clusters.filter(({ minimum }) => minimum > 0).length} with a minimum`,
    ],
    [
      '  clients',
      `${streams.clients.length}, ${sumOf(streams.clients, 'messages')} messages, ${sumOf(streams.clients, 'reconnects')} reconnects (${endsOf(streams.clients)})`,
    ],
    ['  messages lost', `${sumOf(streams.clients, 'told')} told, ${sumOf(streams.clients, 'untold')} untold`],
    ['cron', `${cron.fires} fires, ${cron.jobs} jobs`],
    [
      'revisions',
      `${revisions.count} of ${crawls.documents.size} documents; feed: ${crawls.fed.length} changes, ${crawls.reconnects} reconnects`,
    ],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  say('');
  for (const [name, value] of rows) say(`${name.padEnd(width)}  ${value}`);
  say('');
}

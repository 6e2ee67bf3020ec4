/** The report of a run. */
import { green, red, say, seconds } from '../lib/console.mjs';
import { KINDS } from './plan.mjs';

export function printVerdicts(verdicts) {
  for (const [title, problems] of verdicts) {
    say(`${problems.length === 0 ? green('ok') : red('FAILED')} ${title}`);
    for (const problem of problems.slice(0, 12)) say(`    ${problem}`);
    if (problems.length > 12) say(`    … ${problems.length - 12} more`);
  }
}

function times(list) {
  if (list.length === 0) return '–';
  const sorted = list.toSorted((a, b) => a - b);
  return `median ${seconds(sorted[Math.floor(sorted.length / 2)])}, longest ${seconds(sorted.at(-1))}`;
}

const counted = (counts) =>
  Object.entries(counts)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ');

export function table({
  jobs,
  streams,
  crawls,
  probes,
  faults,
  left,
  outcome,
  archives,
  graphed,
  cron,
  revisions,
}) {
  const { counts, slowest } = probes;
  const { figures } = outcome;
  const { figures: graph } = graphed;
  const faultLine = (kind) => {
    if (left[kind]) return `skipped: ${left[kind]}`;
    const done = faults.done.filter((fault) => fault.kind === kind);
    return `${done.length}×, recovered after ${times(done.map(({ recoveredMs }) => recoveredMs ?? 0))}`;
  };
  const ofClients = (name) =>
    [jobs, streams, crawls].reduce((sum, { client }) => sum + client.counts[name], 0);
  const retried = jobs.accepted.filter(({ tries }) => tries > 1).length;
  const withMinimum = streams.clusters.filter(({ minimum }) => minimum > 0).length;
  const ends = {};
  for (const { heard } of streams.clients)
    for (const [how, count] of Object.entries(heard.ends)) ends[how] = (ends[how] ?? 0) + count;
  const total = (name) => streams.clients.reduce((sum, { heard }) => sum + heard[name], 0);
  const rows = {
    ...Object.fromEntries(Object.keys(KINDS).map((kind) => [`fault: ${kind}`, faultLine(kind)])),
    probes: [
      `${counts.requests} answered: ${counts.ok} as expected, ${counts.unavailable} 503; ${counts.late} late`,
      `${counts.unanswered} without answer; ${counts.excused} at a replica that was hit`,
    ].join(', '),
    'slowest probe': `${seconds(slowest.ms)}: ${slowest.what} (${slowest.during})`,
    'requests of clients': ofClients('requests'),
    'answered 503': ofClients('unavailable'),
    'without answer': ofClients('unanswered'),
    'batch jobs': `${jobs.accepted.length} accepted (${retried} after more than one try)`,
    '  ended': [
      `${figures.succeeded} succeeded, ${figures.failed} failed as planned, ${figures.killed} killed`,
      `${figures.lost} failed with their node, ${figures.unknownExit} with an unknown exit code`,
    ].join(', '),
    '  lost, doubled': `${outcome.wrong.terminal.length}, ${outcome.wrong.once.length}`,
    '  archives': counted(archives.states),
    '  webhook calls': [...jobs.calls.values()].flat().length,
    '  status streams': `${jobs.followed.length}, ${jobs.reconnects} reconnects`,
    'dependent jobs': `${graph.diamond}, elements ${graph.elements}, further attempts ${graph.further}`,
    schedules: `fires ${counted(graph.outcomes)}; latest by ${seconds(graph.latest)}, ${seconds(graph.excess)} beyond outages`,
    'streaming jobs': `${streams.clusters.length} clusters, ${withMinimum} with a minimum`,
    '  clients': `${streams.clients.length}, ${total('messages')} messages, ${total('reconnects')} reconnects (${counted(ends)})`,
    '  messages lost': `${total('told')} reported, ${total('untold')} unreported`,
    cron: `${cron.fires} fires, ${cron.jobs} jobs`,
    revisions: `${revisions.count} of ${crawls.documents.size} documents; feed: ${crawls.fed.length} changes, ${crawls.reconnects} reconnects`,
  };
  const width = Math.max(...Object.keys(rows).map((name) => name.length));
  say('');
  for (const [name, value] of Object.entries(rows)) say(`${name.padEnd(width)}  ${value}`);
  say('');
}

/**
 * The time to tell who changed a collection in a week: 1,000 revisions from 500 crawls, with the events that fit each, out of 150,000
 * events of a trail, against the list of the same revisions without their events.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure } from '../../tools/lib/console.mjs';
import { withConnection } from '../../tools/lib/databases.mjs';
import { ROOT } from '../../tools/lib/settings.mjs';
import { send } from '../lib/client.mjs';
import { millisecondsOf } from '../lib/transfer.mjs';
import { anotherService, migrateHistory } from './lib/estate.mjs';

const [DOCUMENTS, EVENTS, CRAWLS] = [500, 150_000, 500];
const START = Date.UTC(2026, 0, 5);
const WEEK_MS = 7 * 86_400_000;
const CRAWL_MS = WEEK_MS / CRAWLS;
/** An event is listed for an hour. */
const LISTED_MS = 3_600_000;
const ROWS = 2000;
const OPEN_END = Number.MAX_SAFE_INTEGER;

const nameOf = (index) => `sg-${String(index).padStart(6, '0')}`;

/** Two revisions of each document: of the first crawl, and of one later crawl, each of which finds two. */
function* documentRows() {
  for (let index = 0; index < DOCUMENTS; index += 1) {
    const changed = START + Math.ceil((index + 1) / 2) * 2 * CRAWL_MS;
    yield [nameOf(index), START, changed, { rules: 1 }];
    yield [nameOf(index), changed, OPEN_END, { rules: 2 }];
  }
}

/** Events in equal distances; before a crawl that finds changes, every tenth names one of the changed documents. */
function* eventRows() {
  for (let index = 0; index < EVENTS; index += 1) {
    const time = START + Math.floor((index * WEEK_MS) / EVENTS);
    const crawl = Math.ceil((time - START) / CRAWL_MS);
    const isNamed = index % 10 === 0 && crawl > 0 && crawl % 2 === 0;
    const named = isNamed ? nameOf(crawl - 1 - ((index / 10) % 2)) : `i-${index}`;
    yield [`event-${index}`, time, time + LISTED_MS, event(index, named)];
  }
}

const event = (index, named) => ({
  eventName: 'AuthorizeSecurityGroupIngress',
  eventSource: 'ec2.amazonaws.com',
  readOnly: 'false',
  requestParameters: { groupId: named, ipPermissions: { items: [{ fromPort: 443, toPort: 443 }] } },
  resources: [{ resourceName: named, resourceType: 'AWS::EC2::SecurityGroup' }],
  sourceIPAddress: '198.51.100.7',
  userAgent: 'aws-cli/2.31.3 md/awscrt#0.27.6 ua/2.1 os/linux#6.1 lang/python#3.13',
  userArn: `arn:aws:sts::123456789012:assumed-role/operations/session-${index}`,
  username: `session-${index}`,
});

async function fill(connection, rows, collection) {
  const { forkOf } = await import(
    pathToFileURL(join(ROOT, 'apps/history-query/dist/src/revisions/interval-tree.js')).href
  );
  await connection.query('INSERT INTO collections (name) VALUES (?)', [collection]);
  const [[{ number }]] = await connection.query('SELECT number FROM collections WHERE name = ?', [
    collection,
  ]);
  let count = 0;
  let batch = [];
  const write = () =>
    connection.query(
      `INSERT INTO revisions (collection, id, stime, ltime, fork, ctime, ftime, mtime, change_seq, tags, data) VALUES ?`,
      [batch],
    );
  for (const [id, stime, ltime, data] of rows) {
    const fork = ltime === OPEN_END ? 0 : forkOf(stime, ltime);
    count += 1;
    batch.push([number, id, stime, ltime, fork, stime, stime, stime, count, '{}', JSON.stringify(data)]);
    if (batch.length < ROWS) continue;
    await write();
    batch = [];
  }
  if (batch.length > 0) await write();
  await connection.query(
    'UPDATE collections SET change_seq = ?, moment = ?, crawled_at = ? WHERE number = ?',
    [count, START + WEEK_MS, Date.now(), number],
  );
  return number;
}

async function setup(bench) {
  const database = await bench.database('trail');
  await migrateHistory(bench, database);
  await withConnection(database, async (connection) => {
    const number = await fill(connection, documentRows(), 'racks/groups');
    await fill(connection, eventRows(), 'racks/trailEvents');
    const moments = Array.from({ length: CRAWLS }, (_, one) => START + one * CRAWL_MS);
    await connection.query('INSERT INTO change_moments (collection, moment, after) VALUES ?', [
      moments.map((moment) => [number, moment, moment - CRAWL_MS]),
    ]);
  });
  mkdirSync(bench.folder, { recursive: true });
  const file = join(bench.folder, 'trail.json');
  // Nothing listens there: what was written above stays.
  const collection = (name, id) => ({ collection: `racks/${name}`, url: 'http://127.0.0.1:9/', ...id });
  const collections = [
    collection('groups', { id: 'name' }),
    collection('trailEvents', { id: 'number', created: 'time' }),
  ];
  writeFileSync(file, JSON.stringify(collections));
  const url = await anotherService(bench, database, { HTTP_COLLECTIONS_FILE: file });
  const list = `${url}/api/v2/racks/groups;_all;_meta;_updated;_since=${START};_until=${START + WEEK_MS}`;
  const revisions = (await send('GET', `${list};_who`)).json();
  const authored = revisions.filter(({ who }) => who?.length > 0).length;
  if (revisions.length !== 2 * DOCUMENTS || authored < DOCUMENTS - 2)
    throw new Failure(`${authored} of ${revisions.length} revisions have events`);
  return { list };
}

export default {
  name: 'history: who changed 1,000 revisions, 150,000 events',
  unit: 'ms',
  compare: 'value',
  better: 'lower',
  goal: 4000,
  setup,
  run: ({ list }) => millisecondsOf(`${list};_who`),
  baseline: ({ list }) => millisecondsOf(list),
};

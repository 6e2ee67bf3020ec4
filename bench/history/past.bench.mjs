/**
 * The past, packed (docs/decisions/packed-history.md): one document's response against a bare server that reads it as rows with one
 * query, with processors that are awake on both sides; lists of a moment and of a range against the list of what is current, read
 * from the same database (`_live`), early, in the middle and late in the history; their time with a buffer pool of 128 MB; and the
 * bytes on disk per revision.
 */
import { withConnection } from '../../tools/lib/databases.mjs';
import { keepAwake } from '../lib/awake.mjs';
import { leanClient } from '../lib/lean-client.mjs';
import { median } from '../lib/statistics.mjs';
import { millisecondsOf } from '../lib/transfer.mjs';
import { COLLECTION } from './lib/documents.mjs';
import { REVISIONS, SAMPLE, bytesPerRevision, estate, momentOfDay } from './lib/estate.mjs';

const REQUESTS = 300;
/** Warms up both sides, because long-running code is compiled. */
const WARMING = 2000;
const COLUMNS = 'id, stime, ltime, ctime, ftime, mtime, tags, data';
const ALL = `SELECT ${COLUMNS} FROM plain WHERE collection = ? AND id = ? ORDER BY stime DESC`;
const AT = `SELECT ${COLUMNS} FROM plain
             WHERE collection = ? AND id = ? AND stime <= ? AND ltime >= ? ORDER BY stime DESC LIMIT 1`;
const MIDDLE = momentOfDay(REVISIONS >> 1);

/** Median of many times, ms, measured sequentially over one connection. */
async function middleOf(request, requests = REQUESTS) {
  const times = [];
  for (let count = 0; count < requests; count += 1) {
    const started = performance.now();
    await request();
    times.push(performance.now() - started);
  }
  return median(times);
}

const oneDocument = (name, path, sql, values) => ({
  name: `history: one document, ${name}`,
  unit: 'ms',
  better: 'lower',
  goal: 2,
  async setup(bench) {
    const { url, database } = await estate(bench);
    const [[{ collection }]] = await withConnection(database, (connection) =>
      connection.query('SELECT collection FROM plain LIMIT 1'),
    );
    const bare = await bench.baseline('past', {
      DATABASE_URL: database,
      SQL: sql,
      VALUES: JSON.stringify([collection, SAMPLE, ...values]),
    });
    const clients = [await leanClient(url), await leanClient(bare)];
    const asked = () => clients[0].get(`/api/v2/${COLLECTION}/${SAMPLE}${path}`);
    const queried = () => clients[1].get('/past');
    const sleep = keepAwake();
    for (const request of [asked, queried]) await middleOf(request, WARMING);
    return { clients, asked, queried, sleep };
  },
  run: ({ asked }) => middleOf(asked),
  baseline: ({ queried }) => middleOf(queried),
  async teardown({ clients, sleep }) {
    sleep();
    for (const client of clients) client.close();
  },
});

/** Near the beginning, in the middle and near the end; a history of many years is no slower anywhere. */
const DAYS = [1, REVISIONS >> 1, REVISIONS - 2];

/** Addresses of the lists of some moments, and of the list of what is current. */
async function listsOf(bench, argumentsOf, suffix) {
  const collection = `${(await estate(bench)).url}/api/v2/${COLLECTION}`;
  return {
    past: DAYS.map((day) => `${collection};${argumentsOf(momentOfDay(day))}${suffix}`),
    current: `${collection};_live${suffix}`,
  };
}

/** Time of the slowest of the moments, ms. */
async function slowestOf({ past }) {
  let slowest = 0;
  for (const url of past) slowest = Math.max(slowest, await millisecondsOf(url, 1));
  return slowest;
}

const lists = (name, argumentsOf, suffix) => ({
  name: `history: list ${name}`,
  unit: 'ms',
  better: 'lower',
  goal: 2,
  setup: (bench) => listsOf(bench, argumentsOf, suffix),
  run: slowestOf,
  baseline: ({ current }) => millisecondsOf(current, 1),
});

const at = (moment) => `_at=${moment}`;
/** So short that it contains few more revisions than documents. */
const range = (moment) => `_since=${moment};_until=${moment + 60_000}`;

const SMALL_POOL = 128 * 1024 * 1024;

async function withSmallPool(bench) {
  const { database } = await estate(bench);
  const size = await withConnection(database, async (connection) => {
    const [[{ before }]] = await connection.query('SELECT @@innodb_buffer_pool_size AS `before`');
    await connection.query('SET GLOBAL innodb_buffer_pool_size = ?', [SMALL_POOL]);
    return Number(before);
  });
  return { ...(await listsOf(bench, at, ';_expand')), database, size };
}

const withPoolAgain = ({ database, size }) =>
  withConnection(database, (connection) =>
    connection.query('SET GLOBAL innodb_buffer_pool_size = ?', [size]),
  );

const alone = (name, unit, goal, rest) => ({
  name: `history: ${name}`,
  unit,
  goal,
  compare: 'value',
  baseline: async () => 0,
  ...rest,
});

export default [
  oneDocument('_at', `;_at=${MIDDLE}`, AT, [MIDDLE, MIDDLE]),
  oneDocument('_all', ';_all', ALL, []),
  lists('_at of ids', at, ''),
  lists('_at', at, ';_expand'),
  lists('_since;_until of ids', range, ''),
  lists('_since;_until', range, ';_expand'),
  alone('time of a list _at, buffer pool of 128 MB', 'ms', 2500, {
    setup: withSmallPool,
    run: slowestOf,
    teardown: withPoolAgain,
  }),
  alone('disk per revision', 'bytes', 350, {
    setup: async (bench) => (await estate(bench)).database,
    run: (database) => withConnection(database, bytesPerRevision),
  }),
];

/**
 * The past: one document's answer against the bare mysql2 query for it, with processors that are awake on both sides; lists of a
 * moment and of a range against the list of what is current, read from the same database (`_live`), early, in the middle
 * and late in the history.
 */
import { load } from '../../tools/lib/packages.mjs';
import { keepAwake } from '../lib/awake.mjs';
import { leanClient } from '../lib/lean-client.mjs';
import { median } from '../lib/statistics.mjs';
import { millisecondsOf } from '../lib/transfer.mjs';
import { COLLECTION } from './lib/documents.mjs';
import { REVISIONS, SAMPLE, estate, momentOfDay } from './lib/estate.mjs';

const REQUESTS = 300;
/** Warms up both sides, because long-running code is compiled. */
const WARMING = 2000;
const COLUMNS = 'id, stime, ltime, ctime, ftime, mtime, tags, data';
const ALL = `SELECT ${COLUMNS} FROM revisions WHERE collection = ? AND id = ? ORDER BY stime DESC`;
const AT = `SELECT ${COLUMNS} FROM revisions
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
    const client = await leanClient(url);
    const connection = await load('mysql2/promise').createConnection(database);
    const [[{ number }]] = await connection.query('SELECT number FROM collections WHERE name = ?', [
      COLLECTION,
    ]);
    const asked = () => client.get(`/api/v2/${COLLECTION}/${SAMPLE}${path}`);
    const queried = () => connection.query(sql, [number, SAMPLE, ...values]);
    const sleep = keepAwake();
    for (const request of [asked, queried]) await middleOf(request, WARMING);
    return { client, connection, asked, queried, sleep };
  },
  run: ({ asked }) => middleOf(asked),
  baseline: ({ queried }) => middleOf(queried),
  async teardown({ client, connection, sleep }) {
    sleep();
    client.close();
    await connection.end();
  },
});

/** Near the beginning, in the middle and near the end; a history of many years is no slower anywhere. */
const DAYS = [1, REVISIONS >> 1, REVISIONS - 2];

const lists = (name, argumentsOf, suffix) => ({
  name: `history: list ${name}`,
  unit: 'ms',
  better: 'lower',
  goal: 2,
  async setup(bench) {
    const collection = `${(await estate(bench)).url}/api/v2/${COLLECTION}`;
    return {
      past: DAYS.map((day) => `${collection};${argumentsOf(momentOfDay(day))}${suffix}`),
      current: `${collection};_live${suffix}`,
    };
  },
  /** The slowest of the moments. */
  async run({ past }) {
    let slowest = 0;
    for (const url of past) slowest = Math.max(slowest, await millisecondsOf(url, 1));
    return slowest;
  },
  baseline: ({ current }) => millisecondsOf(current, 1),
});

const at = (moment) => `_at=${moment}`;
/** So short that it contains few more revisions than documents. */
const range = (moment) => `_since=${moment};_until=${moment + 60_000}`;

export default [
  oneDocument('_at', `;_at=${MIDDLE}`, AT, [MIDDLE, MIDDLE]),
  oneDocument('_all', ';_all', ALL, []),
  lists('_at of ids', at, ''),
  lists('_at', at, ';_expand'),
  lists('_since;_until of ids', range, ''),
  lists('_since;_until', range, ';_expand'),
];

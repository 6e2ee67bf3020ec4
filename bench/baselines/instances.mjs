/**
 * A service whose list of 100,000 instances is crawled, in pages: `/instances?page=0`. From one crawl to the next one percent
 * of them changes. `/crawl` tells when the last crawl began; `/parse` how long JSON.parse of all its pages takes, ms.
 */
import http from 'node:http';
import process from 'node:process';
import { INSTANCES, instance } from '../history/lib/documents.mjs';

const PER_PAGE = 500;
const PAGES = INSTANCES / PER_PAGE;
const CHANGING = 100;

const texts = Array.from({ length: INSTANCES }, (_, index) =>
  JSON.stringify(instance(index, Number(process.env.REVISION))),
);
let crawls = 0;
let startedAt = 0;

function beginCrawl() {
  crawls += 1;
  startedAt = Date.now();
  for (let index = crawls % CHANGING; index < INSTANCES; index += CHANGING) {
    texts[index] = JSON.stringify(instance(index, 1000 + crawls));
  }
}

function pageText(page) {
  const next = page + 1 < PAGES ? JSON.stringify(`/instances?page=${page + 1}`) : 'null';
  return `{"instances":[${texts.slice(page * PER_PAGE, (page + 1) * PER_PAGE).join(',')}],"next":${next}}`;
}

function parseAll() {
  const pages = Array.from({ length: PAGES }, (_, page) => pageText(page));
  const started = performance.now();
  for (const text of pages) JSON.parse(text);
  return performance.now() - started;
}

function answer(url) {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  if (pathname === '/crawl') return JSON.stringify({ crawls, startedAt });
  if (pathname === '/parse') return JSON.stringify(parseAll());
  if (pathname !== '/instances') return '"ready"';
  const page = Number(searchParams.get('page'));
  if (page === 0) beginCrawl();
  return pageText(page);
}

const server = http.createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(answer(request.url));
});
server.listen(Number(process.env.PORT), process.env.HOST);
process.once('SIGTERM', () => process.exit(0));

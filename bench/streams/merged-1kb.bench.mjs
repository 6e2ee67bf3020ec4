/**
 * Messages per second of one client of jobConnect, merged from eight sink workers (messages of 1 KB), against a bare
 * node:http server that pipes the same eight sinks into one answer. Losses must be told.
 */
import { mergedStream } from './lib/merged-stream.mjs';

export default mergedStream({
  name: 'streams: eight sinks to one client, 1 KB',
  goal: 0.5,
  messageBytes: 1024,
  count: 60_000,
});

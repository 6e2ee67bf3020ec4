/** The same as merged-1kb with messages of 100 bytes: what each message costs counts for more. */
import { mergedStream } from './lib/merged-stream.mjs';

export default mergedStream({
  name: 'streams: eight sinks to one client, 100 B',
  goal: 0.3,
  messageBytes: 100,
  count: 400_000,
});

/** Reads server-sent events as a client would: the `data` of each event, as text. */
import { say } from '../lib/console.mjs';
import { credential, curlLine } from './transcript.mjs';

/**
 * Opens a stream and collects events until `enough(events)` holds or time is up.
 *
 * @returns the data of the events, in order
 */
export async function collectEvents(url, enough, { limitMs = 20_000, shown = 4 } = {}) {
  say(`$ ${curlLine('GET', url, { stream: true })}`);
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), limitMs);
  const events = [];
  try {
    const response = await fetch(url, {
      headers: { accept: 'text/event-stream', ...credential() },
      signal: stop.signal,
    });
    if (!response.ok) return [`status ${response.status}: ${await response.text()}`];
    for await (const data of eventData(response.body)) {
      events.push(data);
      if (events.length <= shown) say(`    data: ${data.slice(0, 150)}`);
      if (enough(events)) break;
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
  if (events.length > shown) say(`    … ${events.length - shown} more events`);
  return events;
}

async function* eventData(body) {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    const blocks = rest.split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split(/\r?\n/).filter((line) => line.startsWith('data:'));
      if (lines.length > 0) yield lines.map((line) => line.slice(5).replace(/^ /, '')).join('\n');
    }
  }
}

import { createParser } from 'eventsource-parser';
import { eventually } from '@portolan/service/testing';
import type { Operation } from 'fast-json-patch';
import type { HistoryClient } from './history-client';

/** One change as a feed reports it. */
export interface FeedEvent {
  id: string;
  kind: 'added' | 'changed' | 'removed';
  ctime: number;
  ftime: number;
  stime: number;
  ltime: number | null;
  mtime: number;
  patch: Operation[];
  diff?: string;
  document?: unknown;
  collection?: string;
}

/** A client of a change feed that records its events. */
export class FeedClient {
  readonly events: FeedEvent[] = [];
  /** The ids of the events, in the form of `Last-Event-ID`. */
  readonly ids: string[] = [];
  text = '';
  ended = false;
  /** True when the connection was reset, not ended. */
  torn = false;
  private readonly aborting = new AbortController();

  private constructor(readonly response: Response) {}

  static async follow(history: HistoryClient, path: string, lastEventId?: string): Promise<FeedClient> {
    const aborting = new AbortController();
    const response = await history.fetch(path, {
      headers: {
        accept: 'text/event-stream',
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      },
      signal: aborting.signal,
    });
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    const client = new FeedClient(response);
    client.aborting.signal.addEventListener('abort', () => aborting.abort());
    void client.read();
    return client;
  }

  /** The last position that the feed has sent, with or without an event. */
  get position(): string | undefined {
    return [...this.text.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1];
  }

  async heard(count: number): Promise<FeedEvent[]> {
    await eventually(`${count} events`, () => this.events.length >= count);
    return this.events;
  }

  /** Waits until the feed has reached a change, whether it was sent or not. */
  async reached(seq: number): Promise<void> {
    await eventually(`the feed reaches ${seq}`, () => Number(this.position) >= seq);
  }

  close(): void {
    this.aborting.abort();
  }

  private async read(): Promise<void> {
    const parser = createParser({
      onEvent: ({ id, data }) => {
        this.events.push(JSON.parse(data) as FeedEvent);
        this.ids.push(id ?? '');
      },
    });
    const decoder = new TextDecoder();
    try {
      for await (const chunk of this.response.body as AsyncIterable<Uint8Array>) {
        const text = decoder.decode(chunk, { stream: true });
        this.text += text;
        parser.feed(text);
      }
    } catch {
      this.torn = true;
    }
    this.ended = true;
  }
}

import { get, type ClientRequest, type IncomingMessage } from 'node:http';
import { eventually } from '@portolan/service/testing';
import { payloadsOf } from '@portolan/worker/sink-protocol';

/** Reads a stream of server-sent events as curl would. */
export class EventReader {
  readonly events: string[] = [];
  /** The received text, including comments. */
  raw = '';
  status = 0;
  type = '';
  ended = false;
  private request: ClientRequest | undefined;
  response: IncomingMessage | undefined;

  static async open(url: string, headers: Record<string, string> = {}): Promise<EventReader> {
    const reader = new EventReader();
    await new Promise<void>((resolve, reject) => {
      reader.request = get(url, { agent: false, headers }, (response) => {
        reader.response = response;
        reader.status = response.statusCode ?? 0;
        reader.type = response.headers['content-type'] ?? '';
        response.setEncoding('utf8');
        response.on('data', (text: string) => reader.take(text));
        response.once('end', () => (reader.ended = true));
        response.on('error', () => undefined);
        resolve();
      });
      reader.request.once('error', reject);
    });
    return reader;
  }

  /** Waits for an event with this text, or one that satisfies `test`. */
  async event(what: string, test: (event: string) => boolean = (event) => event === what): Promise<string> {
    return eventually(`event ${what}; seen: ${this.events.slice(-5).join(' | ')}`, () =>
      this.events.find(test),
    );
  }

  /** Waits for a JSON event. */
  async json<T>(what: string, test: (event: T) => boolean): Promise<T> {
    return JSON.parse(await this.event(what, (event) => test(JSON.parse(event) as T))) as T;
  }

  end(): Promise<boolean> {
    return eventually('the stream has ended', () => this.ended);
  }

  close(): void {
    this.request?.destroy();
  }

  private rest = '';
  private take(text: string): void {
    this.raw += text;
    const arrived = this.rest + text;
    const end = arrived.lastIndexOf('\n\n') + 1;
    this.rest = arrived.slice(end);
    this.events.push(...payloadsOf(arrived.slice(0, end)));
  }
}

import type { Readable } from 'node:stream';

export interface ServerEvent {
  /** Its `id` field, if it has one. */
  id: string | undefined;
  /** Undefined when it has nothing but an id. */
  data: string | undefined;
}

/** Yields the server-sent events with data or an id; comments and other fields are left out. */
export async function* serverEvents(body: Readable): AsyncGenerator<ServerEvent> {
  let rest = '';
  let [id, data]: [string | undefined, string[]] = [undefined, []];
  for await (const chunk of body.setEncoding('utf8')) {
    const lines = (rest + (chunk as string)).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5));
      else if (line.startsWith('id: ')) id = line.slice(4);
      else if (line === '') {
        if (data.length > 0) yield { id, data: data.join('\n') };
        else if (id !== undefined) yield { id, data: undefined };
        [id, data] = [undefined, []];
      }
    }
  }
}

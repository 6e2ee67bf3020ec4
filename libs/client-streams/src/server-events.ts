/** One server-sent event. */
export interface ServerEvent {
  /** Its `id` field, if it has one. */
  id: string | undefined;
  /** Undefined when it has nothing but an id. */
  data: string | undefined;
}

/**
 * Yields the server-sent events with data or an id; comments and other fields are left out. Unlike that of an `EventSource`, the id is
 * that of the event alone: workers whose sinks give no ids may write between others.
 */
export async function* serverEvents(body: AsyncIterable<string>): AsyncGenerator<ServerEvent> {
  let rest = '';
  let [id, data]: [string | undefined, string[]] = [undefined, []];
  for await (const chunk of body) {
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/);
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

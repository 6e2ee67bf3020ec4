import type { Readable } from 'node:stream';

/** The data of server-sent events, as texts; comments and other fields are left out. */
export async function* eventData(body: Readable): AsyncGenerator<string> {
  let [rest, data]: [string, string[]] = ['', []];
  for await (const chunk of body.setEncoding('utf8')) {
    const lines = (rest + (chunk as string)).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5));
      else if (line === '' && data.length > 0) {
        yield data.join('\n');
        data = [];
      }
    }
  }
}

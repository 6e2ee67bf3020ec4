import { createStreamsClient, followClusterOutput, followJobOutput } from './index.ts';

const encoder = new TextEncoder();

/** A service with these responses to connections; a text breaks off after its events, a status ends the connection. */
function serviceOf(answers: (string | number)[], state = 'Launched') {
  const asked: string[] = [];
  const client = createStreamsClient({
    baseUrl: 'http://service.example',
    fetch: (request) => {
      const { pathname, searchParams } = new URL((request as Request).url);
      if (pathname.startsWith('/api/v1/jobs/'))
        return Promise.resolve(Response.json({ jobMetadata: { state } }));
      asked.push(searchParams.toString());
      const answer = answers.shift() ?? '';
      if (typeof answer === 'number') return Promise.resolve(Response.json({}, { status: answer }));
      const isLast = answers.length === 0;
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(encoder.encode(answer)),
        pull: (controller) => (isLast ? controller.close() : controller.error(new TypeError('terminated'))),
      });
      return Promise.resolve(new Response(body));
    },
  });
  return { client, asked };
}

const all = async (events: AsyncIterable<unknown>): Promise<unknown[]> => {
  const seen: unknown[] = [];
  for await (const event of events) seen.push(event);
  return seen;
};

describe('[V1-STREAM-16] followed output', () => {
  it('continues after the last event of each worker; none comes twice, and missing ones are reported', async () => {
    const missing: [number, string][] = [];
    const { client, asked } = serviceOf(
      [
        'id: a:1\n\nid: b:7\n\nid: a:2\ndata: {"n":2}\n\nid: b:8\ndata: text\n\nid: a:3\nda',
        503,
        'id: a:2\ndata: {"n":2}\n\nid: a:3\ndata: {"n":3}\n\ndata: ping\n\nid: b:11\ndata: 11\n\n',
      ],
      'Completed',
    );
    const onMissing = (...gap: [number, string]): number => missing.push(gap);
    const events = followJobOutput(client, 'visits-1', { query: { mql: 'select *' }, pauseMs: 1, onMissing });
    expect(await all(events)).toEqual([{ n: 2 }, 'text', { n: 3 }, 'ping', 11]);
    expect(missing).toEqual([[2, 'b']]);
    const again = 'mql=select+*&enableEventIds=true&afterEventIds=b%3A8%2Ca%3A2';
    expect(asked.map((query) => query.replaceAll('%20', '+'))).toEqual([
      'mql=select+*&enableEventIds=true',
      again,
      again,
    ]);
  });

  it('goes on when the service ends a connection because it stops', async () => {
    const answers = ['data: 1\n\n'];
    const events = followJobOutput(serviceOf(answers).client, 'visits-1', { pauseMs: 1 });
    expect((await events.next()).value).toBe(1);
    answers.push('data: 2\n\n');
    expect((await events.next()).value).toBe(2);
  });

  it('asks for no ids of a sample', async () => {
    const { client, asked } = serviceOf(['data: 1\n\n', 404]);
    const events = followClusterOutput(client, 'visits', { query: { sample: 1 }, pauseMs: 1 });
    await expect(all(events)).rejects.toMatchObject({ status: 404 });
    expect(asked).toEqual(['sample=1', 'sample=1']);
  });

  it('reports that the job has ended unseen', async () => {
    let unseen = 0;
    const { client } = serviceOf(['data: 1\n\n', 404]);
    const onEndUnseen = (): number => (unseen += 1);
    expect(await all(followJobOutput(client, 'visits-1', { pauseMs: 1, onEndUnseen }))).toEqual([1]);
    expect(unseen).toBe(1);
  });

  it.each(['onOpen', 'onMissing'])('passes an error of %s on to the caller', async (name) => {
    const { client, asked } = serviceOf(['id: a:1\n\nid: a:3\ndata: 3\n\n', 'data: 4\n\n']);
    const refuse = (): never => {
      throw new RangeError('of the caller');
    };
    const events = followJobOutput(client, 'visits-1', { pauseMs: 1, [name]: refuse });
    await expect(all(events)).rejects.toThrow('of the caller');
    expect(asked).toHaveLength(1);
  });

  it('fails after so many consecutive failures, and at once for an unknown job', async () => {
    const { client, asked } = serviceOf([503, 503, 503]);
    const events = followJobOutput(client, 'visits-1', { attempts: 2, pauseMs: 1 });
    await expect(all(events)).rejects.toMatchObject({ status: 503 });
    expect(asked).toHaveLength(2);
    const { client: without } = serviceOf([404]);
    await expect(all(followJobOutput(without, 'visits-1'))).rejects.toMatchObject({ status: 404 });
  });
});

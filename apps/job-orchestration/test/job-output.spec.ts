import { eventually } from '@portolan/service/testing';
import { outputOf, register, some, startJobs, type Client, type JobsService } from './support';

describe('the output of a job', () => {
  let service: JobsService;
  let client: Client;
  beforeAll(async () => {
    service = await startJobs();
    client = service.client;
    await register(client);
  });
  afterAll(() => service.stop());

  const output = (id: string, path: string, headers?: Record<string, string>) =>
    outputOf(service, id, path, headers);

  let id: string;
  beforeAll(async () => {
    id = await client.submit({
      commandArgs: `'printf 0123456789; mkdir -p "sub dir/x"; echo "<b>" > "sub dir/a&<b>.html"; ln -s /etc/passwd link'`,
    });
    await client.ended(id);
  });

  it('[V3-JOB-15] is listed as JSON, with the address of each entry', async () => {
    const { headers, text } = await output(id, '/sub%20dir/');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    const root = `${service.url}/api/v3/jobs/${id}/output`;
    const listing = JSON.parse(text) as Record<string, unknown>;
    expect(listing).toEqual({
      parent: { name: `${id}/`, url: root, size: 0, lastModified: some(String) },
      directories: [{ name: 'x/', url: `${root}/sub%20dir/x`, size: 0, lastModified: some(String) }],
      files: [
        {
          name: 'a&<b>.html',
          url: `${root}/sub%20dir/a%26%3Cb%3E.html`,
          size: 4,
          lastModified: some(String),
        },
      ],
    });
    const file = await fetch(`${root}/sub%20dir/a%26%3Cb%3E.html`);
    expect([await file.text(), file.headers.get('content-security-policy')]).toEqual(['<b>\n', 'sandbox']);
  });

  it('is listed as a page for a browser, names escaped', async () => {
    const { headers, text } = await output(id, '/sub%20dir', { accept: 'text/html,*/*' });
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).toContain('a&amp;&lt;b&gt;.html</a></td><td>4 bytes</td>');
    expect(text).not.toContain('<b>');
  });

  it.each([
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['bytes=10-', 416, undefined, 'bytes */10'],
  ])('is read in parts: %s', async (range, status, text, contentRange) => {
    const answer = await output(id, '/stdout', { range });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([status, contentRange]);
    if (text !== undefined) expect(answer.text).toBe(text);
    else expect(JSON.parse(answer.text)).toMatchObject({ errorCode: 416 });
  });

  it('HEAD describes the output of a job', async () => {
    const response = await fetch(`${service.url}/api/v3/jobs/${id}/output/stdout`, { method: 'HEAD' });
    const { headers } = response;
    expect([
      response.status,
      headers.get('content-length'),
      headers.get('accept-ranges'),
      headers.get('content-type'),
    ]).toEqual([200, '10', 'bytes', 'text/plain; charset=utf-8']);
  });

  it.each(['/link', '/%2e%2e/%2e%2e/etc/passwd', '/..%2f..%2fetc/passwd', '/nothing', '/%00'])(
    'answers 404 for the output %s',
    async (path) => expect((await output(id, path)).status).toBe(404),
  );

  it('[V3-JOB-15] is readable while the job runs', async () => {
    const running = await client.submit({
      commandArgs: `'echo begun; until [ -e stop ]; do sleep 0.05; done'`,
    });
    await eventually('first line', async () => (await output(running, '/stdout')).text === 'begun\n');
    await client.until(running, ['RUNNING']);
    await client.call('DELETE', `/jobs/${running}`);
    await client.ended(running);
    expect((await output(running, '/stdout')).text).toBe('begun\n');
  });

  it('is 404 when the job is unknown', async () => {
    expect((await output('nowhere', '/stdout')).status).toBe(404);
  });
});

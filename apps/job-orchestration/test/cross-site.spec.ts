import { sendAsPage } from '@portolan/service/testing';
import { startJobs, type JobsService } from './support';

describe('pages of other sites', () => {
  let jobs: JobsService;
  beforeAll(async () => {
    jobs = await startJobs({ env: { ROLES: 'api' } });
  });
  afterAll(() => jobs.stop());

  const send = (
    path: string,
    headers: Record<string, string>,
    method: 'GET' | 'POST' = 'GET',
    body?: string,
  ) => sendAsPage(`${jobs.url}/api/v3/${path}`, headers, method, body);

  it('[V3-ACCESS-1] cannot submit a job with a form, nor rerun one without a body', async () => {
    const form = { 'content-type': 'multipart/form-data; boundary=x', 'sec-fetch-site': 'cross-site' };
    const part = '--x\r\ncontent-disposition: form-data; name="request"\r\n\r\n{}\r\n--x--\r\n';
    for (const headers of [form, { ...form, origin: 'https://evil.example' }])
      expect((await send('jobs', headers, 'POST', part)).status).toBe(403);
    const { status, text } = await send('jobs/a/rerun', { origin: 'https://evil.example' }, 'POST');
    expect([status, JSON.parse(text)]).toEqual([
      403,
      expect.objectContaining({ errorCode: 403, message: expect.stringContaining('CORS_ORIGINS') as string }),
    ]);
    expect((await send('jobs/a/rerun', { origin: jobs.url }, 'POST')).status).toBe(404);
  });

  it('[V3-ACCESS-2] read nothing under their own host name', async () => {
    const { status, text } = await send('jobs', { host: 'evil.example' });
    expect([status, JSON.parse(text)]).toEqual([
      403,
      expect.objectContaining({ message: expect.stringContaining('ALLOWED_HOSTS') as string }),
    ]);
    expect((await send('jobs', { host: 'localhost:7103' })).status).toBe(200);
  });
});

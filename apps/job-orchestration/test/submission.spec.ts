import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '@portolan/service/testing';
import { JobFilesRemovalService } from '../src/archive/job-files-removal.service';
import { JobRepository } from '../src/jobs/job.repository';
import { Client, containing, job, register, startJobs, type JobsService } from './support';

interface Part {
  name: string;
  /** Undefined: a field; empty: a file without a name, as some clients send it. */
  filename?: string;
  type?: string;
  content: string | Buffer;
}

const BOUNDARY = 'portolan-boundary';

/** A multipart body exactly as a client writes it. */
function multipart(parts: readonly Part[]): Buffer {
  const chunks = parts.flatMap(({ name, filename, type, content }) => {
    const disposition = `form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}`;
    const head = `--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\n`;
    return [
      Buffer.from(`${head}${type ? `Content-Type: ${type}\r\n` : ''}\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ];
  });
  return Buffer.concat([...chunks, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** Plain HTTP: a client that reads the response while it is still sending. */
const post = (url: string, body: Buffer, type = `multipart/form-data; boundary=${BOUNDARY}`) =>
  new Promise<{ status: number; location: string; message: string }>((resolve, reject) => {
    const sending = httpRequest(url, { method: 'POST', headers: { 'content-type': type } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const message = text === '' ? '' : (JSON.parse(text) as { message: string }).message;
        resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? '', message });
      });
    });
    sending.on('error', reject);
    sending.end(body);
  });

const request = (change: object = {}): Part => ({
  name: 'request',
  type: 'application/json',
  content: JSON.stringify(job(change)),
});
const attachment = (filename: string, content: string | Buffer = 'x'): Part => ({
  name: 'attachment',
  filename,
  type: 'application/octet-stream',
  content,
});

/** Sends a raw request. */
const of = (content: string): Part => ({ name: 'request', content });

describe('a submission', () => {
  let service: JobsService;
  let client: Client;
  beforeAll(async () => {
    service = await startJobs({
      env: {
        ATTACHMENT_LIMIT_MB: '3',
        ATTACHMENTS_TOTAL_LIMIT_MB: '5',
        ATTACHMENTS_LIMIT: '3',
        ATTACHMENTS_CLEANUP_MS: '200',
        JOB_ACTIVE_LIMIT_USERS: 'busy=2,free=0,crowd=2',
      },
    });
    client = service.client;
    await register(client);
  });
  afterAll(() => service.stop());

  const submit = (...parts: Part[]) => post(`${service.url}/api/v3/jobs`, multipart(parts));
  const output = async (id: string, path: string) =>
    (await fetch(`${service.url}/api/v3/jobs/${id}/output/${path}`)).text();
  const attachments = (...path: string[]) => join(service.workDirectory, 'attachments', ...path);
  const stored = async () =>
    (await readdir(attachments()).catch(() => [])).filter((name) => /^[0-9a-f-]{36}$/.test(name));

  it.each<[string, Part]>([
    ['a field', request()],
    ['a file', { ...request(), filename: 'request.json' }],
    ['a file without a name', { ...request(), filename: '' }],
    ['a part without a type', { name: 'request', content: JSON.stringify(job()) }],
  ])('[V3-JOB-18] accepts its request as %s', async (_what, part) => {
    const { status, location } = await submit(part);
    expect([status, location]).toEqual([202, containing(`${service.url}/api/v3/jobs/`)]);
    const id = location.split('/').at(-1) ?? '';
    expect((await client.ended(id)).status).toBe('SUCCEEDED');
  });

  it('[V3-JOB-18] [V3-JOB-19] accepts attachments before or after the request, which exist when the job runs', async () => {
    const large = Buffer.alloc(2 ** 21, 'a');
    const { status, location } = await submit(
      attachment('small.txt', 'hello\n'),
      { name: 'remark', content: 'is ignored' },
      request({ commandArgs: `'cat small.txt; wc -c < "la rge ü.bin"'` }),
      attachment('la rge ü.bin', large),
    );
    expect(status).toBe(202);
    const id = location.split('/').at(-1) ?? '';
    expect((await client.ended(id)).statusMsg).toBe('Job finished successfully.');
    expect(await output(id, 'stdout')).toBe(`hello\n${large.length}\n`);
    expect((await client.get(`/jobs/${id}/metadata`)).body).toMatchObject({
      numAttachments: 2,
      totalSizeOfAttachments: 6 + large.length,
    });
  });

  it('[V3-COMMON-10] [V3-JOB-21] with a blank setup file and group runs as one without', async () => {
    const id = await client.submit({ setupFile: '', group: '' });
    expect((await client.ended(id)).status).toBe('SUCCEEDED');
    expect((await client.get(`/jobs/${id}/request`)).body).toMatchObject({ setupFile: null, group: null });
  });

  it.each<[string, number, string, Part[]]>([
    ['a path in a name', 400, 'is not the name of an attachment', [attachment('../../x'), request()]],
    ['another path in a name', 400, 'is not the name of an attachment', [request(), attachment('a\\\\b')]],
    ['a name twice', 400, 'two attachments', [attachment('a'), attachment('a'), request()]],
    [
      'too large an attachment',
      413,
      'larger than 3 MB',
      [request(), attachment('a', Buffer.alloc(3.5 * 2 ** 20))],
    ],
    [
      'too much together',
      413,
      'larger than 5 MB together',
      [attachment('a', Buffer.alloc(2.9 * 2 ** 20)), attachment('b', Buffer.alloc(2.9 * 2 ** 20)), request()],
    ],
    ['too many attachments', 413, 'takes 3 attachments', [...'abcd'].map((name) => attachment(name))],
    ['no request', 400, 'is missing', [attachment('a')]],
    ['two requests', 400, 'several parts `request`', [request(), attachment('a'), request()]],
    [
      'a request that is not JSON',
      400,
      'is not valid JSON',
      [attachment('a'), { name: 'request', content: '{' }],
    ],
    [
      'a request that is too deep',
      400,
      'nested too deeply',
      [attachment('a'), of('['.repeat(2 ** 19) + ']'.repeat(2 ** 19))],
    ],
    ['a deep object', 400, 'nested too deeply', [of(`${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`)]],
    [
      'the name of a prototype',
      400,
      '__proto__',
      [of(JSON.stringify(job()).replace('{', '{"__proto__":{},'))],
    ],
    ['a request that breaks a rule', 412, 'timeout', [attachment('a'), request({ timeout: 0 })]],
    ['nothing that matches', 412, 'No command', [attachment('a'), request({ commandCriteria: ['nothing'] })]],
    ['the name of a file of ours', 412, 'the system', [attachment('stdout'), request()]],
    [
      'more parts than a turn of the event loop may take',
      413,
      'the form has too many parts: a job takes 3 attachments at the most',
      [request(), ...Array.from({ length: 103 }, (_, i) => ({ name: `p${i}`, content: 'x' }))],
    ],
    [
      'a part that has the name of a prototype',
      400,
      'a part of the form has a name such as __proto__ or constructor, which no part may have',
      [{ name: '__proto__', content: 'x' }, request()],
    ],
  ])('is refused with %s, and leaves nothing stored', async (_what, status, message, parts) => {
    const before = await stored();
    expect(await submit(...parts)).toMatchObject({ status, message: containing(message) });
    expect(await stored()).toEqual(before);
  });

  it('is refused when truncated, and nothing is stored', async () => {
    const before = await stored();
    const body = multipart([attachment('a', 'x'.repeat(1000)), request()]);
    const { status, message } = await post(`${service.url}/api/v3/jobs`, body.subarray(0, 600));
    expect([status, message]).toEqual([400, containing('the body is not valid multipart/form-data: ')]);
    expect(await stored()).toEqual(before);
  });

  it('[V3-JOB-25] is repeated by a rerun, as a new job with the same attachments', async () => {
    const first = await submit(request({ id: 'first', commandArgs: `'cat a'` }), attachment('a', 'same'));
    expect(first.status).toBe(202);
    await client.ended('first');
    const again = await client.call('POST', '/jobs/first/rerun');
    expect(again.status).toBe(202);
    const id = again.headers.get('location')?.split('/').at(-1) ?? '';
    expect(id).not.toBe('first');
    expect((await client.ended(id)).status).toBe('SUCCEEDED');
    expect(await output(id, 'stdout')).toBe('same');
    expect((await client.call('POST', '/jobs/nowhere/rerun')).status).toBe(404);
  });

  it('[V3-RUN-18] has attachments in folders that are closed to other accounts of the machine', async () => {
    const before = await stored();
    await submit(request(), attachment('a', 'mine'));
    const fresh = (await stored()).filter((folder) => !before.includes(folder));
    expect(fresh).toHaveLength(1);
    for (const path of [attachments(''), ...fresh.map((folder) => attachments(folder))])
      expect((await stat(path)).mode & 0o7).toBe(0);
  });

  it('has attachments that are removed when no job uses them', async () => {
    const old = async (folder: string) => {
      await utimes(attachments(folder), 1000, 1000);
      return folder;
    };
    const before = await stored();
    await submit(request({ id: 'owner' }), attachment('a', 'owned'));
    await submit(request({ id: 'older' }), attachment('a', 'of an earlier version'));
    const fresh = (await stored()).filter((folder) => !before.includes(folder));
    expect(fresh).toHaveLength(2);
    const noteOf = (folder: string) => readFile(attachments(`${folder}.job`), 'utf8').catch(() => '');
    const notes = new Map(await Promise.all(fresh.map(async (one) => [await noteOf(one), one] as const)));
    const older = notes.get('older') ?? '';
    await rm(attachments(`${older}.job`));
    const orphans = [randomUUID(), randomUUID(), randomUUID()];
    for (const folder of orphans) await mkdir(attachments(folder));
    const [left = '', forgotten = '', young = ''] = orphans;
    await writeFile(attachments(forgotten, 'a'), 'x');
    await writeFile(attachments(`${forgotten}.job`), 'no-such-job');
    for (const folder of [...fresh, left, forgotten]) await old(folder);
    await eventually(
      'orphans are gone',
      async () => !(await stored()).some((one) => one === left || one === forgotten),
    );
    await eventually('the note is there', async () => (await noteOf(older)) === 'older');
    expect(await stored()).toEqual(expect.arrayContaining([...fresh, young]));
    expect(await noteOf(forgotten)).toBe('');
  });

  it('cannot be rerun when its attachments are removed', async () => {
    const refused = request({ id: 'refused', commandCriteria: ['nothing-has-this'] });
    expect((await submit(refused, attachment('a'))).status).toBe(412);
    expect(await client.call('POST', '/jobs/refused/rerun')).toMatchObject({
      status: 409,
      body: { message: 'the attachments of the job have been removed' },
    });
  });

  it('is deleted with its archive and its attachments', async () => {
    const { location } = await submit(request(), attachment('a', 'mine'));
    const id = location.split('/').at(-1) ?? '';
    await client.ended(id);
    await eventually('archived', async () => {
      return (await client.get(`/jobs/${id}/execution`)).body.archiveStatus === 'ARCHIVED';
    });
    const row = await service.app.get(JobRepository, { strict: false }).find(id);
    if (!row?.attachments || row.archiveLocation === null) throw new Error('nothing to remove');
    const removal = service.app.get(JobFilesRemovalService, { strict: false });
    const leftovers = { attachments: row.attachments, archiveLocations: [row.archiveLocation] };
    await removal.remove(leftovers);
    await removal.remove(leftovers);
    expect(await stored()).not.toContain(row.attachments.folder);
    await expect(stat(fileURLToPath(row.archiveLocation))).rejects.toThrow('ENOENT');
  });

  it('is the only request that may be multipart', async () => {
    const { status } = await post(`${service.url}/api/v3/clusters`, multipart([request()]));
    expect(status).toBe(415);
  });

  it('treats an empty body of the type as absent at other addresses, also when it is chunked', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'transfer-encoding': 'chunked' };
    const empty = httpRequest(`${service.url}/api/v3/jobs/nothing/rerun`, { method: 'POST', headers });
    empty.end();
    const [answer] = (await once(empty, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(404);
  });

  it('requires the internal token to read attachments', async () => {
    await submit(attachment('secret'), request());
    const [folder = ''] = await stored();
    const answer = await fetch(`${service.url}/internal/attachments/${folder}/secret`);
    expect(answer.status).toBe(401);
  });

  it('[V3-LIMIT-3] is refused with 429 when its user has too many active jobs', async () => {
    const wait = { user: 'busy', commandArgs: `'until [ -e stop ]; do sleep 0.05; done'` };
    const ids = [await client.submit(wait), await client.submit(wait)];
    const { status, body } = await client.call('POST', '/jobs', job(wait));
    expect([status, body.message]).toEqual([429, 'User exceeded active jobs limit (2/2)']);
    await client.submit({ user: 'free' });
    for (const id of ids) await client.call('DELETE', `/jobs/${id}`);
    for (const id of ids) await client.ended(id);
    await client.ended(await client.submit({ user: 'busy' }));
  });

  it('[V3-LIMIT-3] is refused with 429 when others take the last room at the same moment', async () => {
    const { database, queuePrefix } = service;
    const replica = await startJobs({
      database,
      queuePrefix,
      env: { ROLES: 'api', JOB_ACTIVE_LIMIT_USERS: 'crowd=2' },
    });
    try {
      const [first, wait] = [await client.submit(), `'until [ -e stop ]; do sleep 0.05; done'`];
      const kinds = [{}, { array: { size: 2 } }, { dependsOn: [{ id: first, condition: 'finished' }] }];
      const requests = Array.from({ length: 12 }, (_, index) =>
        job({ user: 'crowd', commandArgs: wait, ...kinds[index % kinds.length] }),
      );
      const clients = [client, new Client(replica.url)];
      const answers = await Promise.all(
        requests.map((one, index) => clients[index % clients.length]!.call('POST', '/jobs', one)),
      );
      const refused = answers.filter(({ status }) => status !== 202);
      expect(refused.map(({ status, body }) => [status, body.message])).toEqual(
        Array.from({ length: 10 }, () => [429, 'User exceeded active jobs limit (2/2)']),
      );
      expect((await client.call('DELETE', '/jobs?user=crowd')).status).toBe(202);
    } finally {
      await replica.close();
    }
  });

  it('is refused with 503 while submissions are off', async () => {
    const { database, queuePrefix } = service;
    const closed = await startJobs({ database, queuePrefix, env: { ROLES: 'api', JOB_SUBMISSION: 'off' } });
    try {
      const answer = await new Client(closed.url).call('POST', '/jobs', job());
      expect([answer.status, answer.body.message]).toEqual([
        503,
        'Job submission is currently disabled. Please try again later.',
      ]);
      expect((await post(`${closed.url}/api/v3/jobs`, multipart([request()]))).status).toBe(503);
    } finally {
      await closed.close();
    }
  });
});

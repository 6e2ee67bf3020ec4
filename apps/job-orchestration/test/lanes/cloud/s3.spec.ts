import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CreateBucketCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { eventually } from '@portolan/service/testing';
import { containing, register, startJobs, type Client, type JobsService } from '../../support';

const bucket = `portolan-${randomBytes(4).toString('hex')}`;
const settings = {
  S3_ENDPOINT: process.env.TEST_CLOUD_URL ?? '',
  S3_PATH_STYLE: 'on',
};

// The SDK reads credentials here; the emulator accepts any.
process.env.AWS_ACCESS_KEY_ID = 'test';
process.env.AWS_SECRET_ACCESS_KEY = 'test';

const s3 = new S3Client({ endpoint: settings.S3_ENDPOINT, region: 'us-east-1', forcePathStyle: true });
const put = (Key: string, Body: string) => s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));

beforeAll(() => s3.send(new CreateBucketCommand({ Bucket: bucket })));
afterAll(() => s3.destroy());

describe('a job with an object store', () => {
  let service: JobsService;
  let client: Client;
  beforeAll(async () => {
    service = await startJobs({ env: { ...settings, ARCHIVE_S3: `s3://${bucket}/archives/` } });
    client = service.client;
    await register(client);
  });
  afterAll(() => service.stop());

  const output = (id: string, path: string, headers: Record<string, string> = {}) =>
    fetch(`${service.url}/api/v3/jobs/${id}/output/${path}`, { headers });

  it('[V3-RUN-8] downloads its dependencies from there, each version once', async () => {
    await put('in/data file', 'first');
    const submit = () =>
      client.submit({ commandArgs: `'cat data*'`, dependencies: [`s3://${bucket}/in/data%20file`] });
    for (const text of ['first', 'first', 'second']) {
      if (text === 'second') await put('in/data file', text);
      const id = await submit();
      expect((await client.ended(id)).statusMsg).toBe('Job finished successfully.');
      expect(await (await output(id, 'stdout')).text()).toBe(text);
    }
  });

  it('fails with the name of a missing object', async () => {
    const id = await client.submit({ dependencies: [`s3://${bucket}/nothing`] });
    expect(await client.ended(id)).toMatchObject({
      status: 'FAILED',
      statusMsg: containing(`s3://${bucket}/nothing: the object does not exist`),
    });
  });

  it('[V3-JOB-20] is archived there, and read from there after its node has removed it', async () => {
    const id = await client.submit({
      id: 'a job/é',
      commandArgs: `'printf 0123456789; head -c 30000000 /dev/zero | tr "\\0" x > large; mkdir d; echo in > d/small'`,
    });
    const job = encodeURIComponent(id);
    const { archiveLocation } = await client.ended(id);
    await eventually(
      'archived',
      async () => (await client.get(`/jobs/${job}/execution`)).body.archiveStatus === 'ARCHIVED',
    );
    const { Contents = [] } = await s3.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: 'archives/' }),
    );
    const keys = Contents.map(
      ({ Key }) => `s3://${bucket}/${encodeURIComponent(Key ?? '').replaceAll('%2F', '/')}`,
    );
    expect(keys).toContain(archiveLocation);
    await rm(join(service.workDirectory, 'launches'), { recursive: true });
    expect(await (await output(job, 'stdout')).text()).toBe('0123456789');
    expect(await (await output(job, 'd/small')).text()).toBe('in\n');
    const part = await output(job, 'large', { range: 'bytes=29999998-' });
    expect([part.status, await part.text()]).toEqual([206, 'xx']);
    expect((await (await output(job, 'large')).text()).length).toBe(30_000_000);
    expect(await (await output(job, '')).json()).toMatchObject({
      directories: [{ name: '.portolan/' }, { name: 'd/' }],
    });
  });
});

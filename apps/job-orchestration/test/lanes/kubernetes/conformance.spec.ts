import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { eventually } from '@portolan/service/testing';
import { job, type JobsService } from '../../support';
import { startKubernetes, startLocal, startOwner, type StartedLauncher } from './support';

/** The required behaviour of every launcher. */
describe.each<[string, (owner: JobsService) => Promise<StartedLauncher>]>([
  ['local', startLocal],
  ['kubernetes', startKubernetes],
])('the launcher %s', (_name, start) => {
  let owner: JobsService;
  let launcher: StartedLauncher;

  beforeAll(async () => {
    owner = await startOwner();
    launcher = await start(owner);
  });
  afterAll(async () => {
    await launcher.stop();
    await owner.stop();
  });

  const output = (id: string, path: string): Promise<Response> =>
    fetch(`${owner.url}/api/v3/jobs/${id}/output/${path}`);

  async function submit(request: object, attachments: Record<string, string> = {}): Promise<string> {
    const form = new FormData();
    form.append('request', new Blob([JSON.stringify(job(request))], { type: 'application/json' }));
    for (const [name, content] of Object.entries(attachments)) {
      form.append('attachment', new Blob([content]), name);
    }
    const response = await fetch(`${owner.url}/api/v3/jobs`, { method: 'POST', body: form });
    expect(response.status).toBe(202);
    return response.headers.get('location')?.split('/').at(-1) ?? '';
  }

  it('runs a job with attachments to its end, with live output, and archives it', async () => {
    const script = `'cat data.txt; echo to-stderr >&2; until [ -e go ]; do sleep 0.1; echo waiting > beat; done; echo done; exit 0'`;
    const id = await submit({ commandArgs: script }, { 'data.txt': 'attached\n' });
    await owner.client.until(id, ['RUNNING']);
    await eventually('live output', async () => (await (await output(id, 'stdout')).text()) === 'attached\n');
    expect(await (await output(id, 'stderr')).text()).toBe('to-stderr\n');
    const { body: execution } = await owner.client.get(`/jobs/${id}/execution`);
    await letGo(execution.processId as number);
    expect(await owner.client.ended(id)).toMatchObject({ status: 'SUCCEEDED' });
    await eventually(
      'the archive is made',
      async () => (await owner.client.get(`/jobs/${id}/execution`)).body.archiveStatus === 'ARCHIVED',
    );
    expect(await (await output(id, 'stdout')).text()).toBe('attached\ndone\n');
    const { body } = await owner.client.get(`/jobs/${id}`);
    const zip = await readFile(fileURLToPath(body.archiveLocation as string));
    expect(zip.subarray(0, 2).toString()).toBe('PK');
    expect((await owner.client.get(`/jobs/${id}/execution`)).body).toMatchObject({ exitCode: 0 });
  });

  it('reports how a job fails', async () => {
    const id = await submit({ commandArgs: `'exit 7'` });
    expect(await owner.client.ended(id)).toMatchObject({
      status: 'FAILED',
      statusMsg: 'Job failed: exit code 7.',
    });
    expect((await owner.client.get(`/jobs/${id}/execution`)).body).toMatchObject({ exitCode: 7 });
  });

  it('kills a job with all its processes', async () => {
    const id = await submit({ commandArgs: `'sleep 1000 & echo $! > pid; wait'` });
    const pid = await eventually('the job has begun', async () =>
      Number(/^\d+/.exec(await (await output(id, 'pid')).text())?.[0] ?? 0),
    );
    expect((await owner.client.call('DELETE', `/jobs/${id}`)).status).toBe(202);
    expect(await owner.client.ended(id)).toMatchObject({ status: 'KILLED' });
    // A zombie has no command line any more.
    expect(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).toBe('');
  });

  it('ends a job at its time limit', async () => {
    const id = await submit({ commandArgs: `'sleep 1000'`, timeout: 1 });
    expect(await owner.client.ended(id)).toMatchObject({
      status: 'KILLED',
      statusMsg: 'Job exceeded timeout.',
    });
  });

  it('starts a launch once, however often it is offered', async () => {
    const id = await submit({ commandArgs: `'echo started >> starts; sleep 2; cat starts'` });
    expect(await owner.client.ended(id)).toMatchObject({ status: 'SUCCEEDED' });
    await eventually('the output', async () => (await (await output(id, 'stdout')).text()) === 'started\n');
  });

  /** Creates the file `go` in the directory of a job's process. */
  async function letGo(pid: number): Promise<void> {
    await writeFile(`/proc/${pid}/cwd/go`, '');
  }
});

import { commandLine, submission } from './command-line';
import { containing, startJobs, type JobsService } from './support';

describe('the command portolan, with an older release of the API', () => {
  let service: JobsService;
  const { cli, stdout } = commandLine(() => service);

  beforeAll(async () => {
    service = await startJobs({ env: { API_RELEASE: '3.2' } });
  });
  afterAll(() => service.stop());

  it.each([
    [['--array', '3'], 'array'],
    [['--retry', '1'], 'retry'],
    [['--depends-on', 'x'], 'dependsOn'],
  ])('[CLI-EXIT-7] submits no job that it would run differently: %j', async (options, what) => {
    const { code, stderr } = await cli(submission('true', ...options));
    expect([code, stderr]).toEqual([
      3,
      containing(`this service cannot do ${what}\n  the service has an older release of its API`),
    ]);
    expect(await stdout('job', 'list')).toBe('no jobs found');
  });

  it('[CLI-EXIT-7] names the release where an address is missing', async () => {
    const { code, stderr } = await cli(['schedule', 'list']);
    expect([code, stderr]).toEqual([3, containing('older release of its API (API_RELEASE)')]);
  });

  it('[CLI-JOB-1] kills what a search finds, with the states that the release knows', async () => {
    expect(await stdout('job', 'kill', '--name', 'nothing', '--yes')).toBe('no jobs found');
  });
});

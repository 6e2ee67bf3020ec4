import { cluster, command, containing, job, startJobs, type JobsService } from './support';

describe('the message of a broken rule', () => {
  let service: JobsService;
  beforeAll(async () => {
    service = await startJobs({ env: { ROLES: 'api' } });
  });
  afterAll(() => service.stop());

  const long = 'x'.repeat(10_001);
  it.each([
    ['clusters', cluster({ id: long }), 'Max length for the ID is 255 characters'],
    ['clusters', cluster({ version: '' }), 'A version is required and must be at most 255 characters'],
    ['clusters', cluster({ setupFile: long }), 'Max length of the setup file is 1024 characters'],
    ['commands', command({ executableAndArguments: [] }), 'An executable is required'],
    ['commands', command({ memory: 0 }), 'The minimum amount of memory if desired is 1 MB'],
    ['jobs', job({ name: '' }), 'A name is required and must be at most 255 characters'],
    ['jobs', job({ timeout: 0 }), 'The timeout must be at least 1 second, preferably much more.'],
    ['jobs', job({ email: 'nobody' }), 'Must be a valid email address'],
    [
      'jobs',
      job({ commandArgs: long }),
      'The maximum number of characters for the command arguments is 10,000',
    ],
    ['jobs', job({ clusterCriterias: [] }), 'At least one cluster criteria is required'],
    ['jobs', job({ clusterCriterias: [{ tags: [' '] }] }), 'No valid (e.g. non-blank) tags present'],
    ['jobs', job({ commandCriteria: [] }), 'At least one valid (e.g. non-blank) command criteria'],
    ['jobs', job({ commandCriteria: [' '] }), 'At least one valid (e.g. non-blank) command criteria'],
  ])('[V3-ERR-1] [V3-ERR-5] names the broken rule of %s: %#', async (collection, body, message) => {
    const answer = await service.client.call('POST', `/${collection}`, body);
    expect([answer.status, answer.body.message]).toEqual([412, containing(message)]);
  });
});

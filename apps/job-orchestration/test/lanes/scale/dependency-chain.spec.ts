import { eventually } from '@portolan/service/testing';
import { register, startJobs, type JobsService, type Page } from '../../support';

const LENGTH = 1000;

describe('a chain of 1,000 jobs', () => {
  let service: JobsService;
  beforeAll(async () => {
    service = await startJobs({ env: { ROLES: 'api,controller' } });
    await register(service.client);
  });
  afterAll(() => service.stop());

  it('[V3-DEP-8] fails as a whole when its first job can no longer succeed', async () => {
    const { client } = service;
    await client.submit({ id: 'chain-0' });
    for (let index = 1; index < LENGTH; index++)
      await client.submit({ id: `chain-${index}`, name: 'link', dependsOn: [`chain-${index - 1}`] });
    await client.call('DELETE', '/jobs/chain-0');
    const failed = async (): Promise<number | undefined> =>
      (await client.get<Page>('/jobs?name=link&status=FAILED&size=1')).body.page?.totalElements;
    await eventually('all have failed', async () => (await failed()) === LENGTH - 1);
    const { body } = await client.get(`/jobs/chain-${LENGTH - 1}`);
    expect(body.statusMsg).toBe(`Dependency chain-${LENGTH - 2} ended FAILED.`);
  });
});

import { entityDifferences, paddedTexts, walkMigrations } from '@portolan/service/testing';
import { migrations } from '../migrations';
import { jobOrchestration } from '../src/service-definition';

describe('migrations', () => {
  it('go up and down, step by step, with rows in every table, and up again', async () => {
    const unfilled = ['registry_version', 'job_settlement'];
    expect(
      await walkMigrations(migrations, { unfilled, derived: ['job_tags.updated', 'jobs.node_id'] }),
    ).toEqual([]);
  });

  it('leave no text column with a padding collation', async () => {
    expect(await paddedTexts(migrations)).toEqual([]);
  });

  it('make the columns that entities declare', async () => {
    expect(await entityDifferences(migrations, jobOrchestration.entities)).toEqual([]);
  });
});

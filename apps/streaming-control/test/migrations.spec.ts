import { entityDifferences, paddedTexts, walkMigrations } from '@portolan/service/testing';
import { migrations } from '../migrations';
import { streamingControl } from '../src/service-definition';

describe('migrations', () => {
  it('go up and down, step by step, with rows in every table, and up again', async () => {
    expect(await walkMigrations(migrations)).toEqual([]);
  });

  it('leave no text column with a padding collation', async () => {
    expect(await paddedTexts(migrations)).toEqual([]);
  });

  it('make the columns that entities declare', async () => {
    expect(await entityDifferences(migrations, streamingControl.entities)).toEqual([]);
  });
});

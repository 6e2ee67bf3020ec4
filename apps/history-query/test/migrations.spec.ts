import { entityDifferences, walkMigrations } from '@portolan/service/testing';
import { migrations } from '../migrations';
import { historyQuery } from '../src/service-definition';

/** Tables that the way down reads; their rows are what packing makes (packed-history.spec.ts). */
const PACKED = ['past_blocks', 'past_chains', 'past_changes', 'packing'];

describe('migrations', () => {
  it('go up and down, step by step, with rows in every table, and up again', async () => {
    expect(await walkMigrations(migrations, { unfilled: PACKED })).toEqual([]);
  });

  it('make the columns that entities declare', async () => {
    expect(await entityDifferences(migrations, historyQuery.entities)).toEqual([]);
  });
});

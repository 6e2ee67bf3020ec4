import { paddedTexts, walkMigrations } from '@portolan/service/testing';
import { MIGRATIONS } from '../migrations';

jest.setTimeout(60_000);

describe('migrations', () => {
  it('go up and down, step by step, with rows in every table, and up again', async () => {
    expect(await walkMigrations(MIGRATIONS)).toEqual([]);
  });

  it('leave no text that is compared with padding: a new one is made with exactCollation', async () => {
    expect(await paddedTexts(MIGRATIONS)).toEqual([]);
  });
});

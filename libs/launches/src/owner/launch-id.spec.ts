import { launchId } from './launch-id';

it('creates ids that sort in order of creation, also within a millisecond and after a clock step back', () => {
  const now = Date.now();
  const ids = [now, now, now + 1, now - 1000, ...Array.from({ length: 5000 }, () => now + 2)].map(launchId);
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
});

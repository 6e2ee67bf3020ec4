import { closestName, editDistance, misspeltName, nearName, unmarkedName } from './closest-name';

const MODIFIERS = ['_all', '_at', '_expand', '_limit', '_pp', '_since', '_until', '_updated'];

describe('closestName', () => {
  it.each([
    ['_sicne', '_since'],
    ['_sinc', '_since'],
    ['_Since', '_since'],
    ['_exp', '_expand'],
    ['_expanded', '_expand'],
    ['_limits', '_limit'],
    ['_util', '_until'],
    ['_update', '_updated'],
    ['_p', '_pp'],
  ])('finds for %s the name %s', (name, closest) => {
    expect(closestName(name, MODIFIERS)).toBe(closest);
  });

  it.each([
    ['started', 'minStarted'],
    ['clustername', 'clusterName'],
    ['jobStatus', 'status'],
    ['stauts', 'status'],
    ['xid', 'id'],
  ])('finds for %s the name %s, of which one contains the other', (name, closest) => {
    const filters = ['id', 'name', 'user', 'status', 'minStarted', 'maxStarted', 'clusterName'];
    expect(closestName(name, filters)).toBe(closest);
  });

  it('takes the first of equally close names', () => {
    expect(closestName('xy', ['xa', 'xb'])).toBe('xa');
    expect(closestName('', ['user', 'name'])).toBe('user');
  });

  it('finds nothing only where nothing is known', () => {
    expect(closestName('status', [])).toBeUndefined();
    expect(closestName('status', ['q'])).toBe('q');
  });

  it('needs bounded time for a name of any length', () => {
    const began = process.cpuUsage();
    expect(closestName('_'.repeat(1_000_000), MODIFIERS)).toBeDefined();
    expect(process.cpuUsage(began).user).toBeLessThan(200_000);
  });
});

describe('nearName', () => {
  const filters = ['id', 'name', 'user', 'status', 'minStarted', 'clusterName', 'activeOnly'];

  it.each([
    ['nmae', 'name'],
    ['xid', 'id'],
    ['Status', 'status'],
    ['started', 'minStarted'],
    ['clus', 'clusterName'],
    ['activOnly', 'activeOnly'],
  ])('finds for %s the name %s', (name, near) => expect(nearName(name, filters)).toBe(near));

  it.each(['', 'x', 'colour', 'password', 'q'.repeat(100)])('finds nothing near for %j', (name) =>
    expect(nearName(name, filters)).toBeUndefined(),
  );

  it('finds nothing where nothing is known', () => expect(nearName('status', [])).toBeUndefined());
});

describe('misspeltName', () => {
  const parameters = ['follow', 'offset', 'tail', '_at', '_callback'];

  it.each([
    ['tial', 'tail'],
    ['TAIL', 'tail'],
    ['tails', 'tail'],
    ['fllw', 'follow'],
    ['ofset', 'offset'],
    ['_AT', '_at'],
    ['_calback', '_callback'],
  ])('finds for %s the name %s', (name, meant) => expect(misspeltName(name, parameters)).toBe(meant));

  it.each([
    '',
    'v',
    't',
    '_',
    '_t',
    '_ts',
    'f',
    'o',
    'tab',
    'time',
    'type',
    'details',
    'q'.repeat(100),
    '__proto__',
  ])('takes %j for another name', (name) => expect(misspeltName(name, parameters)).toBeUndefined());
});

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['abc', '', 3],
    ['abc', 'abc', 0],
    ['nmae', 'name', 1],
    ['kitten', 'sitting', 3],
    ['ca', 'abc', 3],
  ])('counts from %j to %j %d edits', (a, b, edits) => {
    expect(editDistance(a, b)).toBe(edits);
  });
});

describe('unmarkedName', () => {
  it.each([
    ['limit', '_limit'],
    ['LIMIT', '_limit'],
    ['at', '_at'],
  ])('finds for %s the name %s', (name, known) => expect(unmarkedName(name, MODIFIERS)).toBe(known));

  it.each(['', '_', '_limit', 'limits', 'limt', 'q'.repeat(100)])('finds nothing for %j', (name) =>
    expect(unmarkedName(name, MODIFIERS)).toBeUndefined(),
  );
});

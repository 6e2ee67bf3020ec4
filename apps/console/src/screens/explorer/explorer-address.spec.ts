import { recordsQueryOf, argumentsOf, columnsOf, explorationOf, queryOf, valueAt } from './explorer-address';

it('[CONSOLE-HISTORY-1] filters are separated by ; and their alternatives by ,', () => {
  expect(argumentsOf(' state.name=running,stopped ; tags;')).toEqual({
    'state.name': ['running', 'stopped'],
    tags: true,
  });
});

it('[CONSOLE-HISTORY-1] an address with a moment asks for that moment', () => {
  const exploration = explorationOf(new URLSearchParams('collection=view/instances&at=1791374400000'));
  expect(queryOf(exploration)).toEqual({
    area: 'view',
    collection: 'instances',
    where: {},
    modifiers: { at: 1_791_374_400_000 },
  });
});

it('[CONSOLE-HISTORY-1] a moment that is none is now', () => {
  expect(explorationOf(new URLSearchParams('collection=a/b&at=yesterday')).at).toBeUndefined();
});

it('[CONSOLE-HISTORY-1] columns are the fields that say most', () => {
  const document = { launchTime: 5, instanceType: 't3', state: { name: 'running' }, empty: '', keyName: 'k' };
  expect(columnsOf(document, 3)).toEqual(['state.name', 'instanceType', 'keyName']);
  expect(valueAt({ tags: [{ key: 'a' }, { key: 'b' }] }, 'tags.key')).toEqual(['a', 'b']);
});

it('[CONSOLE-HISTORY-1] filters at any time are those of the documents in records', () => {
  expect(recordsQueryOf({ collection: 'view/instances', where: 'state.name=running;tags' })).toEqual({
    ...{ area: 'view', collection: 'instances' },
    where: { 'data.state.name': ['running'], 'data.tags': true },
    modifiers: { all: true, meta: true },
  });
});

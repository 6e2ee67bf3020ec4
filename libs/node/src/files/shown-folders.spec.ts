import { isShown } from './shown-folders';

it.each([
  ['', true, true],
  ['stdout', false, true],
  ['tmp', false, true],
  ['tmp', true, false],
  ['a/temp', true, false],
  ['a/temp/b', false, false],
  ['tmpfiles/b', false, true],
  ['.portolan/cluster/c/dependencies', true, true],
  ['.portolan/cluster/c/dependencies/lib.jar', false, false],
  ['.portolan/applications/a/dependencies/lib/x', false, false],
  ['.portolan/cluster/c/config/x', false, true],
  ['dependencies/x', false, true],
])('[V3-OUT-4] whether %j (a folder: %j) is shown: %j', (path, isFolder, shown) => {
  expect(isShown(path, isFolder)).toBe(shown);
});

import { collectionsOf } from '../catalogue/collection-catalogue';
import type { CollectionDefinition } from '../collections/collection-definition';
import { sameRevisionIn } from './same-revision';

function collection(name: string): CollectionDefinition {
  const found = collectionsOf([]).find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
}

describe('sameRevisionIn', () => {
  it('does not count approximate attributes of queues', () => {
    const same = sameRevisionIn(collection('view/simpleQueues'));
    expect(
      same('{"attributes":{"ApproximateX":"1","D":"0"}}', '{"attributes":{"ApproximateX":"2","D":"0"}}'),
    ).toBe(true);
    expect(
      same('{"attributes":{"ApproximateX":"1","D":"0"}}', '{"attributes":{"ApproximateX":"1","D":"5"}}'),
    ).toBe(false);
  });

  it('compares all fields of other collections', () => {
    expect(sameRevisionIn(collection('view/instances'))('{"a":1}', '{"a":2}')).toBe(false);
  });
});

import { mergeRuntimes, readRuntime } from './runtime';

describe('a runtime', () => {
  it('falls back to the older fields', () => {
    expect(readRuntime(null, { cpu: 2, memory: 3 }).resources).toEqual({
      cpu: 2,
      gpu: null,
      memoryMb: 3,
      diskMb: null,
      networkMbps: null,
    });
    expect(readRuntime({ resources: { memoryMb: 5 } }, { memory: 3 }).resources.memoryMb).toBe(5);
  });

  it('[V3-SEL-5] merged has each amount of the first that sets it, and images by name', () => {
    const request = readRuntime({ resources: { memoryMb: 1 }, images: { a: { tag: 'new' } } });
    const command = readRuntime({
      resources: { memoryMb: 2, cpu: 4 },
      images: { a: { name: 'img', tag: 'old', arguments: ['x'] }, b: { name: 'other' } },
    });
    expect(mergeRuntimes(request, command)).toEqual({
      resources: { cpu: 4, gpu: null, memoryMb: 1, diskMb: null, networkMbps: null },
      images: {
        a: { name: 'img', tag: 'new', arguments: ['x'] },
        b: { name: 'other', tag: null, arguments: [] },
      },
    });
  });

  it.each([[7], [null], [[]], [{ name: 1 }], [{ arguments: 'x' }], [{ arguments: [1] }]])(
    'refuses %j as an image',
    (image) => expect(() => readRuntime({ images: { a: image as object } })).toThrow('runtime.images.a'),
  );
});

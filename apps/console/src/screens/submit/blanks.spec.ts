import { withoutBlanks } from './blanks';

it('[CONSOLE-JOB-1] a request that is run again has no blank fields', () => {
  const resources = { cpu: null, gpu: null, memoryMb: 64 };
  const request = {
    ...{
      name: 'a',
      tags: [],
      description: '',
      disableLogArchival: false,
      timeout: null,
      dependencies: ['x'],
    },
    ...{ runtime: { resources, images: { main: { tag: null } } }, environmentVariables: { EMPTY: '' } },
  };
  expect(withoutBlanks(request)).toEqual({
    ...{ name: 'a', dependencies: ['x'], environmentVariables: { EMPTY: '' } },
    runtime: { resources: { memoryMb: 64 } },
  });
});

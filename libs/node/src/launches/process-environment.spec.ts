import { bindAddress } from './process-environment';

describe('bindAddress', () => {
  it.each([
    ['127.0.0.1', { BIND_ADDRESS: '127.0.0.1' }],
    ['localhost', { BIND_ADDRESS: '127.0.0.1' }],
    ['node-7.internal', {}],
    ['10.127.0.1', {}],
  ])('a process of the node %s gets the environment %j', (host, environment) => {
    expect(bindAddress(host)).toEqual(environment);
  });
});

import { Text } from '@portolan/validation';
import { defineQueue } from './queue-definition';
import { QueueHandlers } from './queue-handlers';

class Mail {
  @Text() to!: string;
}

const mails = defineQueue({ name: 'mails', message: Mail, version: 1 });

/** @param here whether the catalogue lets this process consume the queue; undefined: it does not list the queue */
function handlersOf(here: boolean | undefined): QueueHandlers {
  const catalogue = here === undefined ? [] : [{ queue: mails, consumers: 'role postman', here }];
  return new QueueHandlers(
    { redis: 'redis://127.0.0.1:1', prefix: 'test', onError: () => undefined },
    catalogue,
  );
}

describe('start-up', () => {
  it.each([
    ['accepts one handler of a queue that is consumed here', true, 1],
    ['accepts no handler of a queue that is consumed elsewhere', false, 0],
  ])('%s', (_what, here, count) => {
    const handlers = handlersOf(here);
    for (let index = 0; index < count; index++) handlers.handle(mails, () => Promise.resolve());
    expect(() => handlers.onModuleInit()).not.toThrow();
  });

  it.each([
    ['no handler', true, 0, 'has 0 handlers in this process instead of 1: it is consumed by role postman'],
    ['two handlers', true, 2, 'has 2 handlers in this process instead of 1'],
    ['a handler in a process of another role', false, 1, 'has 1 handlers in this process instead of 0'],
    [
      'a handler and is not in the catalogue',
      undefined,
      1,
      'has 1 handlers in this process instead of 0: it is consumed by nothing in the catalogue',
    ],
  ])('fails when a queue has %s', (_what, here, count, message) => {
    const handlers = handlersOf(here);
    for (let index = 0; index < count; index++) handlers.handle(mails, () => Promise.resolve());
    expect(() => handlers.onModuleInit()).toThrow(`the queue mails ${message}`);
  });
});

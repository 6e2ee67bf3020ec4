import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Numeric, Text } from '@portolan/validation';
import { MessagingModule, QueueHandlers, Queues, defineQueue, type QueuesOptions } from '../src/index';
import { QueueConsumer, withQueue } from '../src/testing';
import { until } from './until';

const REDIS_URL = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:16379';

class Mail {
  @Text({ max: 20 }) to!: string;
  @Numeric({ optional: true }) copies?: number;
}

describe('MessagingModule', () => {
  it('stops consumers first, and other work can still send while it shuts down', async () => {
    const prefix = `test:${randomUUID()}`;
    const errors: Error[] = [];
    const options: QueuesOptions = { redis: REDIS_URL, prefix, onError: (error) => errors.push(error) };
    const mails = defineQueue({ name: 'mails', message: Mail, version: 2 });
    const got: string[] = [];
    @Injectable()
    class MailService {
      readonly consumer: QueueConsumer<Mail>;
      constructor(handlers: QueueHandlers) {
        this.consumer = handlers.handle(mails, async ({ body }) => void got.push(body.to));
      }
    }
    const catalogue = [{ queue: mails, consumers: 'every process', here: true }];
    const imports = [MessagingModule.forRoot(options, catalogue)];
    const application = await NestFactory.createApplicationContext(
      { module: class {}, imports, providers: [MailService] },
      { logger: false },
    );
    const queues = application.get(Queues);
    await queues.send(mails, { to: 'bea' });
    await until('handled', () => got.length === 1);
    const { consumer } = application.get(MailService);
    await application.get(QueueHandlers).beforeApplicationShutdown();
    expect(() => consumer.start()).toThrow('is closed');
    await queues.send(mails, { to: 'ann' });
    await application.close();
    await withQueue(options, mails, (raw) => raw.obliterate({ force: true }));
    await expect(queues.send(mails, { to: 'ann' })).rejects.toThrow('the queues are closed');
    expect([got, errors]).toEqual([['bea'], []]);
  });
});

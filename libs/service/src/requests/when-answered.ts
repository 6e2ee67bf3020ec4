import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Called with a request whose response is finished, or whose stream has begun. */
export type AnswerListener = (request: FastifyRequest, reply: FastifyReply) => void;

interface Listeners {
  readonly atHead: AnswerListener[];
  readonly atEnd: AnswerListener[];
}

class Progress {
  headTold = false;
  endTold = false;
  /** The client disconnected before the head of the response, so the status is not known yet. */
  gone = false;

  constructor(
    private readonly reply: FastifyReply,
    private readonly listeners: Listeners,
  ) {}

  notifyHead(): void {
    if (this.headTold) return;
    this.headTold = true;
    for (const listener of this.listeners.atHead) listener(this.reply.request, this.reply);
  }

  notifyEnd(): void {
    if (this.endTold) return;
    this.endTold = true;
    this.notifyHead();
    for (const listener of this.listeners.atEnd) listener(this.reply.request, this.reply);
  }
}

const progressKey = Symbol('progress of the answer');
const listenersOf = new WeakMap<FastifyInstance, Listeners>();

type Tracked = ServerResponse & { [progressKey]?: Progress };

/**
 * Calls `listener` once per request: when its response was sent or the client left or, after an earlier disconnect, when the
 * response is known; `onResponse` covers only the first. @param at `head`: when the head of a stream, which may last days, is sent
 */
export function whenAnswered(
  fastify: FastifyInstance,
  listener: AnswerListener,
  at: 'head' | 'end' = 'end',
): void {
  const { atHead, atEnd } = listenersOf.get(fastify) ?? track(fastify);
  (at === 'head' ? atHead : atEnd).push(listener);
}

/** Must be called when a response is taken over from the framework and its head is sent. */
export function answerBegins({ raw }: FastifyReply): void {
  const progress = (raw as Tracked)[progressKey];
  if (!progress) return;
  progress.notifyHead();
  if (progress.gone) progress.notifyEnd();
}

function track(fastify: FastifyInstance): Listeners {
  const listeners: Listeners = { atHead: [], atEnd: [] };
  listenersOf.set(fastify, listeners);
  fastify.addHook('onRequest', (_request, reply, done) => {
    (reply.raw as Tracked)[progressKey] = new Progress(reply, listeners);
    reply.raw.on('close', closed);
    done();
  });
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    const progress = (reply.raw as Tracked)[progressKey];
    if (progress?.gone) progress.notifyEnd();
    done();
  });
  fastify.addHook('onResponse', (_request, reply, done) => {
    // CORS answers preflights before all other hooks have run.
    ((reply.raw as Tracked)[progressKey] ?? new Progress(reply, listeners)).notifyEnd();
    done();
  });
  return listeners;
}

/** One function for all responses: thousands of streams may be open. */
function closed(this: Tracked): void {
  const progress = this[progressKey];
  if (!progress) return;
  if (this.headersSent) progress.notifyEnd();
  else progress.gone = true;
}

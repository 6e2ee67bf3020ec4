import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Told of a request whose answer is over, or whose stream has begun. */
export type AnswerListener = (request: FastifyRequest, reply: FastifyReply) => void;

interface Listeners {
  readonly atHead: AnswerListener[];
  readonly atEnd: AnswerListener[];
}

/** How far the answer of a request has got. */
class Progress {
  headTold = false;
  endTold = false;
  /** The client went before the answer's head: what the answer would have been is not known yet. */
  gone = false;

  constructor(
    private readonly reply: FastifyReply,
    private readonly listeners: Listeners,
  ) {}

  tellHead(): void {
    if (this.headTold) return;
    this.headTold = true;
    for (const listener of this.listeners.atHead) listener(this.reply.request, this.reply);
  }

  tellEnd(): void {
    if (this.endTold) return;
    this.endTold = true;
    this.tellHead();
    for (const listener of this.listeners.atEnd) listener(this.reply.request, this.reply);
  }
}

const progressKey = Symbol('progress of the answer');
const listenersOf = new WeakMap<FastifyInstance, Listeners>();

type Tracked = ServerResponse & { [progressKey]?: Progress };

/**
 * Calls `listener` exactly once for each request: when its answer has gone out, when the client hung up while it did, or,
 * when the client hung up before that, as soon as the answer is known. Fastify's `onResponse` leaves out the latter two.
 *
 * @param at `head`: of a stream as soon as its head goes out, for it may last for days
 */
export function whenAnswered(
  fastify: FastifyInstance,
  listener: AnswerListener,
  at: 'head' | 'end' = 'end',
): void {
  const { atHead, atEnd } = listenersOf.get(fastify) ?? track(fastify);
  (at === 'head' ? atHead : atEnd).push(listener);
}

/** For who takes an answer out of the framework's hands: its head goes out now. */
export function answerBegins({ raw }: FastifyReply): void {
  const progress = (raw as Tracked)[progressKey];
  if (!progress) return;
  progress.tellHead();
  if (progress.gone) progress.tellEnd();
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
    if (progress?.gone) progress.tellEnd();
    done();
  });
  fastify.addHook('onResponse', (_request, reply, done) => {
    // What CORS answers ahead of all other hooks has none yet.
    ((reply.raw as Tracked)[progressKey] ?? new Progress(reply, listeners)).tellEnd();
    done();
  });
  return listeners;
}

/** One function for all answers: thousands of streams may stand open. */
function closed(this: Tracked): void {
  const progress = this[progressKey];
  if (!progress) return;
  if (this.headersSent) progress.tellEnd();
  else progress.gone = true;
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Told of a request whose answer is over, or whose stream has begun. */
export type AnswerListener = (request: FastifyRequest, reply: FastifyReply) => void;

interface Listeners {
  readonly atHead: AnswerListener[];
  readonly atEnd: AnswerListener[];
}

/** How far the answer of a request has got. */
interface Progress {
  readonly listeners: Listeners;
  headTold: boolean;
  endTold: boolean;
  /** The client went before the answer's head: what the answer would have been is not known yet. */
  gone: boolean;
}

const progressKey = Symbol('progress of the answer');
const listenersOf = new WeakMap<FastifyInstance, Listeners>();

type Tracked = FastifyReply & { [progressKey]?: Progress };

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
export function answerBegins(reply: FastifyReply): void {
  const progress = (reply as Tracked)[progressKey];
  if (!progress) return;
  tellHead(progress, reply);
  if (progress.gone) tellEnd(progress, reply);
}

function track(fastify: FastifyInstance): Listeners {
  const listeners: Listeners = { atHead: [], atEnd: [] };
  listenersOf.set(fastify, listeners);
  fastify.addHook('onRequest', (_request, reply, done) => {
    const progress = begin(reply, listeners);
    reply.raw.once('close', () => {
      if (reply.raw.headersSent) tellEnd(progress, reply);
      else progress.gone = true;
    });
    done();
  });
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    const progress = (reply as Tracked)[progressKey];
    if (progress?.gone) tellEnd(progress, reply);
    done();
  });
  fastify.addHook('onResponse', (_request, reply, done) => {
    // What CORS answers ahead of all other hooks has none yet.
    tellEnd((reply as Tracked)[progressKey] ?? begin(reply, listeners), reply);
    done();
  });
  return listeners;
}

function begin(reply: Tracked, listeners: Listeners): Progress {
  const progress = { listeners, headTold: false, endTold: false, gone: false };
  reply[progressKey] = progress;
  return progress;
}

function tellHead(progress: Progress, reply: FastifyReply): void {
  if (progress.headTold) return;
  progress.headTold = true;
  for (const listener of progress.listeners.atHead) listener(reply.request, reply);
}

function tellEnd(progress: Progress, reply: FastifyReply): void {
  if (progress.endTold) return;
  progress.endTold = true;
  tellHead(progress, reply);
  for (const listener of progress.listeners.atEnd) listener(reply.request, reply);
}

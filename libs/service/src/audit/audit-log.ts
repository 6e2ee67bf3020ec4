import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { destination, pino, type Logger } from 'pino';
import type { AccessRule } from '../auth/access';
import { principalOf } from '../auth/principal';
import { isAuthOn, type AuthConfig } from '../config/auth-config';
import { ConfigurationError } from '../config/load-config';
import { whenAnswered, type AnswerListener } from '../http/when-answered';

/** One line of the audit log, beside `time` (ms since the epoch) and `name` (the service). */
export interface AuditEntry {
  audit: true;
  /** Who: empty when that is not known. */
  subject: string;
  /** How that was shown; `nobody`: not at all. */
  via: string;
  method: string;
  /** The route, `/api/v3/jobs/:id`, and what stands for its parameters. */
  route: string;
  params: Readonly<Record<string, unknown>>;
  /** Path and query, without a token. */
  url: string;
  /** The address of what was made. */
  location?: string;
  status: number;
  outcome: 'done' | 'refused' | 'failed';
  /** Of the client, behind trusted proxies. */
  address: string;
  requestId: string;
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** A client chooses how long its address is. */
const MAX_URL = 2048;

/**
 * Writes a line for every write over the APIs: who, what, from where. Never what was sent. It is written when the answer has
 * gone out, or would have if the client had waited; of a stream when it begins.
 * On a stream of its own: `AUDIT_LOG_FILE`, else stdout when clients are asked who they are, whatever `LOG_LEVEL` is.
 *
 * @throws ConfigurationError when the file can't be opened
 */
export function auditWrites(fastify: FastifyInstance, service: string, config: AuthConfig): void {
  if (config.AUDIT_LOG_FILE === undefined && !isAuthOn(config)) return;
  const log = openLog(service, config.AUDIT_LOG_FILE);
  const listen: AnswerListener = (request, reply) => {
    const rule = request.routeOptions.config.access;
    if (rule && isAudited(request.method, rule, reply.statusCode)) log.info(entryOf(request, reply), 'write');
  };
  whenAnswered(fastify, listen, 'head');
}

const isRefusal = (status: number): boolean => status === 401 || status === 403;

const isAudited = (method: string, { audit }: AccessRule, status: number): boolean =>
  !READS.has(method) && (audit !== 'refusals' || isRefusal(status));

function entryOf(request: FastifyRequest, reply: FastifyReply): AuditEntry {
  const principal = principalOf(request);
  const location = reply.getHeader('location');
  const { statusCode: status } = reply;
  return {
    audit: true,
    subject: principal?.subject ?? '',
    via: principal?.via ?? 'nobody',
    method: request.method,
    route: request.routeOptions.url ?? '',
    params: (request.params ?? {}) as Readonly<Record<string, unknown>>,
    url: request.url.slice(0, MAX_URL),
    ...(location === undefined ? {} : { location: String(location) }),
    status,
    outcome: status < 400 ? 'done' : isRefusal(status) ? 'refused' : 'failed',
    address: request.ip,
    requestId: request.id,
  };
}

function openLog(service: string, file: string | undefined): Logger {
  try {
    // Each line is written before the next request is served: a crash loses none.
    return pino(
      { name: service, base: { name: service } },
      destination({ dest: file ?? 1, append: true, mkdir: true, sync: true }),
    );
  } catch (error) {
    throw new ConfigurationError(
      `invalid configuration: AUDIT_LOG_FILE can't be written (${(error as Error).message})`,
    );
  }
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { destination, pino, type Logger } from 'pino';
import type { AccessRule } from '../auth/access';
import { principalOf } from '../identity/principal';
import { isAuthOn, type AuthConfig } from '../config/auth-config';
import { misconfigured } from '../config/load-config';
import { whenAnswered, type AnswerListener } from '../requests/when-answered';

/** One line of the audit log, besides `time` (ms since the epoch) and `name` (the service). */
export interface AuditEntry {
  audit: true;
  subject: string;
  /** The way of authentication; `nobody`: none; `schedule`: the service itself, for a schedule of the subject. */
  via: string;
  method: string;
  /** The route, `/api/v3/jobs/:id`, and the values of its parameters. */
  route: string;
  params: Readonly<Record<string, unknown>>;
  /** Path and query, without a token. */
  url: string;
  location?: string;
  status: number;
  outcome: 'done' | 'refused' | 'failed';
  /** Of the client, behind trusted proxies. */
  address: string;
  requestId: string;
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Clients control the length of the address. */
const MAX_URL = 2048;

/** The audit log: a line for every write, with who, what and from where; never the content. */
export class AuditLog {
  private readonly log: Logger | undefined;

  /** Writes to `AUDIT_LOG_FILE`, else to stdout while authentication is on. @throws ConfigurationError for an unusable file */
  constructor(service: string, config: AuthConfig) {
    const isOn = config.AUDIT_LOG_FILE !== undefined || isAuthOn(config);
    this.log = isOn ? openLog(service, config.AUDIT_LOG_FILE) : undefined;
  }

  /** Writes lines for the API writes of clients; for a stream at its beginning. */
  follow(fastify: FastifyInstance): void {
    if (!this.log) return;
    const listen: AnswerListener = (request, reply) => {
      const rule = request.routeOptions.config.access;
      if (rule && isAudited(request.method, rule, reply.statusCode)) this.write(entryOf(request, reply));
    };
    whenAnswered(fastify, listen, 'head');
  }

  /** Writes a line for a write, including those that the service does on behalf of a user. */
  write(entry: Omit<AuditEntry, 'audit' | 'outcome'>): void {
    const { status } = entry;
    const outcome = status < 400 ? 'done' : isRefusal(status) ? 'refused' : 'failed';
    const { address, requestId, ...rest } = entry;
    this.log?.info({ audit: true, ...rest, outcome, address, requestId } satisfies AuditEntry, 'write');
  }
}

const isRefusal = (status: number): boolean => status === 401 || status === 403;

const isAudited = (method: string, { audit }: AccessRule, status: number): boolean =>
  !READS.has(method) && (audit !== 'refusals' || isRefusal(status));

function entryOf(request: FastifyRequest, reply: FastifyReply): Parameters<AuditLog['write']>[0] {
  const principal = principalOf(request);
  const location = reply.getHeader('location') ?? reply.getHeader('content-location');
  const { statusCode: status } = reply;
  return {
    subject: principal?.subject ?? '',
    via: principal?.via ?? 'nobody',
    method: request.method,
    route: request.routeOptions.url ?? '',
    params: (request.params ?? {}) as Readonly<Record<string, unknown>>,
    url: request.url.slice(0, MAX_URL),
    ...(location === undefined ? {} : { location: String(location) }),
    status,
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
    throw misconfigured('AUDIT_LOG_FILE cannot be written', error);
  }
}

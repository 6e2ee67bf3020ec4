import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExtension } from '@nestjs/swagger';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Role, principalOf, type Principal } from '../identity/principal';
import type { AuthConfig } from '../config/auth-config';

export const Open = 'open';
export const InternalOnly = 'internal';

/** The callers of a route, and which of their requests go to the audit log. */
export interface AccessRule {
  readonly needs: Role | typeof Open | typeof InternalOnly;
  /**
   * Also allows processes of a job, or only its master, for their own job: the one that the address parameter `param` names;
   * absent: the handler checks.
   */
  readonly launch?: { readonly param?: string; readonly masterOnly?: boolean };
  /** `refusals`: a permitted request is not a write of a user, so only refusals go to the audit log. */
  readonly audit?: 'refusals';
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: AccessRule;
  }
}

/** The key under which Nest passes a route's settings to Fastify. */
const ROUTE_CONFIG = RouteConfig({}).KEY;
/** The key under which Swagger passes a route's rule to its operation; `withSecurity` removes it. */
export const ACCESS_EXTENSION = 'x-access';

/**
 * Declares who may call a route, or a controller's routes without a rule of their own. Without it GET requires a reader, and
 * a service with a route of another method does not start.
 */
export function Access(
  needs: AccessRule['needs'],
  options: Omit<AccessRule, 'needs'> = {},
): MethodDecorator & ClassDecorator {
  const rule: AccessRule = { needs, ...options };
  return (target: object, _name?: string | symbol, descriptor?: PropertyDescriptor): void => {
    if (descriptor) return declare(descriptor.value as object, rule);
    const { prototype } = target as { prototype: object };
    for (const { value } of Object.values<PropertyDescriptor>(Object.getOwnPropertyDescriptors(prototype)))
      if (typeof value === 'function' && value !== target) declare(value as object, rule, false);
  };
}

function declare(handler: object, rule: AccessRule, override = true): void {
  const settings = (Reflect.getMetadata(ROUTE_CONFIG, handler) ?? {}) as { access?: AccessRule };
  if (settings.access && !override) return;
  Reflect.defineMetadata(ROUTE_CONFIG, { ...settings, access: rule }, handler);
  ApiExtension(ACCESS_EXTENSION, rule)(handler, '', { value: handler });
}

/** Returns the rule of a route. @param open prefixes that need no credential. @throws Error without a rule: nothing may start */
export function ruleOf(
  method: string,
  url: string,
  declared: AccessRule | undefined,
  open: readonly string[],
): AccessRule {
  if (isBelow(url, '/internal')) return { needs: InternalOnly, audit: 'refusals' };
  if (declared) return declared;
  // OPTIONS describes an address; the OpenAPI document contains the same information.
  if (method === 'OPTIONS' || open.some((prefix) => isBelow(url, prefix))) return { needs: Open };
  if (method === 'GET' || method === 'HEAD') return { needs: Role.Reader };
  throw new Error(`${method} ${url} has no access rule: declare @Access(...) on the route or its controller`);
}

const isBelow = (url: string, prefix: string): boolean =>
  url === prefix || url.startsWith(`${prefix}/`) || url.startsWith(`${prefix}.`);

/** Returns the prefixes of addresses that need no credential, among them those of the documentation below `api`. */
export const openAddresses = ({ AUTH_OPEN }: Pick<AuthConfig, 'AUTH_OPEN'>, api = ''): string[] => [
  // Load balancers and orchestrators have no credentials.
  '/health',
  ...(AUTH_OPEN.includes('metrics') ? ['/metrics'] : []),
  ...(AUTH_OPEN.includes('docs') ? ['', api].flatMap((base) => [`${base}/docs`, `${base}/openapi`]) : []),
];

/** Parameter of a handler: the caller. */
export const Caller = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Principal | undefined =>
    principalOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

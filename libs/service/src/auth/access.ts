import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExtension } from '@nestjs/swagger';
import { Role } from './principal';

/** What a route asks of who calls it: a role, or one of these. */
export const Open = 'open';
export const InternalOnly = 'internal';

/** Who may call a route. */
export interface AccessRule {
  readonly needs: Role | typeof Open | typeof InternalOnly;
  /** Processes of a job may call it too, for their own job. */
  readonly launch?: LaunchAccess;
  /** `refusals`: what is let through is no write of a user, and so not in the audit log. */
  readonly audit?: 'refusals';
}

/** What a route opens to processes of a job. */
export interface LaunchAccess {
  /** The parameter of the address that must name the process's own job; absent: the handler compares. */
  readonly param?: string;
  /** Only to the job master. */
  readonly masterOnly?: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: AccessRule;
  }
}

/** Under this key Nest hands a route's settings to Fastify. */
const ROUTE_CONFIG = RouteConfig({}).KEY;
/** Under this name Swagger hands a route's rule on to its operation; `withSecurity` takes it out. */
export const ACCESS_EXTENSION = 'x-access';

/**
 * Says who may call a route, or the routes of a controller that don't say it themselves. Without it GET is for readers;
 * anything else has no default, and a service with such a route does not start.
 */
export function Access(
  needs: AccessRule['needs'],
  options: Omit<AccessRule, 'needs'> = {},
): MethodDecorator & ClassDecorator {
  const rule: AccessRule = { needs, ...options };
  return (target: object, _name?: string | symbol, descriptor?: PropertyDescriptor): void => {
    if (descriptor) return declare(descriptor.value as object, rule);
    const { prototype } = target as { prototype: object };
    for (const property of Object.values(Object.getOwnPropertyDescriptors(prototype))) {
      if (typeof property.value === 'function' && property.value !== target) {
        declare(property.value as object, rule, false);
      }
    }
  };
}

function declare(handler: object, rule: AccessRule, override = true): void {
  const settings = (Reflect.getMetadata(ROUTE_CONFIG, handler) ?? {}) as { access?: AccessRule };
  if (settings.access && !override) return;
  Reflect.defineMetadata(ROUTE_CONFIG, { ...settings, access: rule }, handler);
  ApiExtension(ACCESS_EXTENSION, rule)(handler, '', { value: handler });
}

const READS = new Set(['GET', 'HEAD']);
/** Asks what an address can do; what it answers is told in the OpenAPI document too. */
const ASKS = 'OPTIONS';

/**
 * The rule of a route.
 *
 * @param declared by {@link Access}
 * @param open prefixes of addresses that need no credential
 * @throws Error when it has none: the service must not start with it
 */
export function ruleOf(
  method: string,
  url: string,
  declared: AccessRule | undefined,
  open: readonly string[],
): AccessRule {
  if (isBelow(url, '/internal')) return { needs: InternalOnly, audit: 'refusals' };
  if (declared) return declared;
  if (method === ASKS || open.some((prefix) => isBelow(url, prefix))) return { needs: Open };
  if (READS.has(method)) return { needs: Role.Reader };
  throw new Error(`${method} ${url} has no access rule: say @Access(...) at the route or its controller`);
}

const isBelow = (url: string, prefix: string): boolean =>
  url === prefix || url.startsWith(`${prefix}/`) || url.startsWith(`${prefix}.`);

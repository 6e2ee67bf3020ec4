import type { OpenAPIObject } from '@nestjs/swagger';
import { InternalOnly, Open } from '../auth/access';
import type { Gatekeeper } from '../auth/gatekeeper';
import { AuthMode, type AuthConfig } from '../config/auth-config';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Scheme = Extract<
  NonNullable<NonNullable<OpenAPIObject['components']>['securitySchemes']>[string],
  { type: unknown }
>;

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'] as const;
const ERROR = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

/**
 * Adds to a document who may call what: the schemes of `AUTH_MODE`, and to each operation that is not open to everybody
 * that it asks for one of them, the role, and the answers 401, 403 and (who judges may be away) 503. With `AUTH_MODE=off`
 * nothing.
 *
 * @param document changed in place
 * @param gatekeeper of the service, whose routes are made
 */
export function withSecurity(
  document: OpenAPIObject,
  gatekeeper: Gatekeeper,
  config: AuthConfig,
): OpenAPIObject {
  if (!gatekeeper.isOn) return document;
  const schemes = Object.fromEntries(config.AUTH_MODE.map((mode) => [mode, schemeOf(mode)]));
  document.components = { ...document.components, securitySchemes: schemes };
  const rules = new Map(gatekeeper.routes.map(({ method, url, rule }) => [keyOf(method, url), rule]));
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      const rule = rules.get(keyOf(method, path));
      if (!operation || !rule || rule.needs === Open || rule.needs === InternalOnly) continue;
      secure(operation, Object.keys(schemes), rule.needs);
    }
  }
  return document;
}

function secure(operation: Operation, schemes: readonly string[], role: string): void {
  operation.security = schemes.map((scheme) => ({ [scheme]: [] }));
  operation.responses['401'] ??= {
    description:
      'Nobody said who asks, or what was shown does not count; `WWW-Authenticate` tells what would.',
    content: ERROR,
  };
  operation.responses['403'] ??= {
    description: `The role \`${role}\` is needed, or what is meant belongs to somebody else.`,
    content: ERROR,
  };
  operation.responses['503'] ??= {
    description: 'Who asks can not be judged now; `Retry-After` says when to ask again.',
    content: ERROR,
  };
}

function schemeOf(mode: AuthMode): Scheme {
  switch (mode) {
    case AuthMode.X509:
      return {
        type: 'http',
        scheme: 'certificate',
        description: 'A client certificate, shown with the connection.',
      };
    case AuthMode.OAuth2:
      return {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'An access token of the issuer.',
      };
    case AuthMode.Module:
    case AuthMode.Off:
      return {
        type: 'http',
        scheme: 'bearer',
        description: 'As the authenticator of this installation asks for.',
      };
  }
}

/** The same for `/jobs/:id`, `/jobs/{id}`, and a wildcard, which has a name in the document. */
const keyOf = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path.replace(/\{[^}]*\}|:\w+|\*/g, '{}')}`;

import type { OpenAPIObject } from '@nestjs/swagger';
import { ACCESS_EXTENSION, InternalOnly, Open, ruleOf, type AccessRule } from '../auth/access';
import { openAddresses } from '../auth/open-addresses';
import { AuthMode, isAuthOn, type AuthConfig } from '../config/auth-config';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Scheme = Extract<
  NonNullable<NonNullable<OpenAPIObject['components']>['securitySchemes']>[string],
  { type: unknown }
>;

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'] as const;
const ERROR = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

/** What documents name where nobody is asked: the ways in which clients of an installation may have to show who they are. */
const USUAL_MODES: readonly AuthMode[] = [AuthMode.OAuth2, AuthMode.X509];

/**
 * Adds to a document who may call what: the schemes of `AUTH_MODE`, and to each operation which of them it asks for: one of
 * them, with the role and the answers 401, 403 and (who judges may be away) 503; none where it is open to everybody.
 * With `AUTH_MODE=off`, as in the documents that clients are made from, it may also be called with nothing.
 *
 * @param document changed in place; its operations have the rules that {@link Access} declares
 */
export function withSecurity(document: OpenAPIObject, config: AuthConfig): OpenAPIObject {
  const isOn = isAuthOn(config);
  const modes = isOn ? config.AUTH_MODE : USUAL_MODES;
  const securitySchemes = Object.fromEntries(modes.map((mode) => [mode, schemeOf(mode)]));
  document.components = { ...document.components, securitySchemes };
  const ways = [...(isOn ? [] : [{}]), ...modes.map((mode) => ({ [mode]: [] }))];
  const open = openAddresses(config);
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      const { needs } = ruleOf(method.toUpperCase(), path, takeRule(operation), open);
      // What is internal is in no document: the linter would say that nothing is said of it.
      if (needs === InternalOnly) continue;
      operation.security = needs === Open ? [] : ways;
      if (needs !== Open) addRefusals(operation, needs);
    }
  }
  return document;
}

/** What is declared at the route: it stands in the operation only until it is read. */
function takeRule(operation: Operation & { [ACCESS_EXTENSION]?: AccessRule }): AccessRule | undefined {
  const rule = operation[ACCESS_EXTENSION];
  delete operation[ACCESS_EXTENSION];
  return rule;
}

function addRefusals(operation: Operation, role: string): void {
  operation.responses['401'] ??= {
    description:
      'Nobody said who asks, or what was shown does not count; `WWW-Authenticate` tells what would.',
    content: ERROR,
  };
  const { description: why = '' } = (operation.responses['403'] ?? {}) as { description?: string };
  const needed = `The role \`${role}\` is needed, or what is meant belongs to somebody else.`;
  operation.responses['403'] = { description: `${why} ${needed}`.trim(), content: ERROR };
  operation.responses['503'] ??= {
    description: 'Who asks can not be judged now; `Retry-After` says when to ask again.',
    content: ERROR,
  };
}

function schemeOf(mode: AuthMode): Scheme {
  switch (mode) {
    case AuthMode.X509:
      // Mutual TLS by the name that is in `WWW-Authenticate`: OpenAPI has a type of its own for it only from 3.1 on.
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

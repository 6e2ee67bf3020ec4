import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { dump } from 'js-yaml';
import { ACCESS_EXTENSION, InternalOnly, Open, openAddresses, ruleOf, type AccessRule } from '../auth/access';
import { AuthMode, isAuthOn, type AuthConfig } from '../config/auth-config';
import { ERROR_CONTENT, operationsOf, takeExtension, type Operation } from './schema';
import { AccessControl } from '../auth/access-control';
import type { ServiceConfig } from '../config/service-config';
import type { ErrorFormat } from '../errors/service-error';
import { withCommonAnswers, withSockets, type DocumentedLimits, type SocketNotes } from './common-answers';
import { withAddresses, type AddressNotes } from './address-notes';
import { withNotes } from './describe-route';
import { asOpenApi31 } from './openapi-3-1';

type KnownScheme = Extract<
  NonNullable<NonNullable<OpenAPIObject['components']>['securitySchemes']>[string],
  { type: unknown }
>;
/** Swagger's types know the schemes of OpenAPI 3.0 only. */
type Scheme = Omit<KnownScheme, 'type'> & { type: KnownScheme['type'] | 'mutualTLS' };

/** Modes documented while authentication is off: those that an installation may require of its clients. */
const USUAL_MODES: readonly AuthMode[] = [AuthMode.OAuth2, AuthMode.X509];

/**
 * Adds the access rules in place: the schemes of `AUTH_MODE`, and the scheme, role, 401, 403 and 503 of each operation. With
 * `AUTH_MODE=off`, as in the documents for client generation, operations may also be called without a credential.
 */
export function withSecurity(document: OpenAPIObject, config: AuthConfig): OpenAPIObject {
  const isOn = isAuthOn(config);
  const modes = isOn ? config.AUTH_MODE : USUAL_MODES;
  const securitySchemes = Object.fromEntries(modes.map((mode) => [mode, schemeOf(mode)]));
  document.components = {
    ...document.components,
    securitySchemes: securitySchemes as Record<string, KnownScheme>,
  };
  const ways = [...(isOn ? [] : [{}]), ...modes.map((mode) => ({ [mode]: [] }))];
  const open = openAddresses(config);
  for (const { path, method, operation } of operationsOf(document)) {
    const { needs } = ruleOf(
      method.toUpperCase(),
      path,
      takeExtension<AccessRule>(operation, ACCESS_EXTENSION),
      open,
    );
    // Internal routes are in no document.
    if (needs === InternalOnly) continue;
    operation.security = needs === Open ? [] : ways;
    if (needs !== Open) addRefusals(operation, needs);
  }
  return document;
}

function addRefusals(operation: Operation, role: string): void {
  operation.responses['401'] ??= {
    description: 'The credential is missing or invalid; `WWW-Authenticate` names the accepted kinds.',
    content: ERROR_CONTENT,
  };
  const { description: why = '' } = (operation.responses['403'] ?? {}) as { description?: string };
  const needed = `The role \`${role}\` is required, or the resource belongs to another user.`;
  operation.responses['403'] = { description: `${why} ${needed}`.trim(), content: ERROR_CONTENT };
  operation.responses['503'] ??= {
    description: 'The credential cannot be verified at the moment; `Retry-After` says when to retry.',
    content: ERROR_CONTENT,
  };
}

function schemeOf(mode: AuthMode): Scheme {
  const bearer = { type: 'http', scheme: 'bearer' } as const;
  switch (mode) {
    case AuthMode.X509:
      return { type: 'mutualTLS', description: 'A client certificate of the connection.' };
    case AuthMode.OAuth2:
      return { ...bearer, bearerFormat: 'JWT', description: 'An access token of the issuer.' };
    case AuthMode.Module:
    case AuthMode.Off:
      return {
        ...bearer,
        description: 'The credential that the authenticator of this installation requires.',
      };
  }
}

export interface ApiDescription<C extends ServiceConfig = ServiceConfig> extends DocumentedLimits {
  title: string;
  description: string;
  version: string;
  errors: ErrorFormat;
  /** Addresses of websockets, which no handler declares. */
  sockets?: SocketNotes;
  /** Kinds of addresses that one handler reads: it does not declare them one by one. */
  addresses?: AddressNotes;
  /** Descriptions of the tags, by name. */
  tags?: Readonly<Record<string, string>>;
  /** Changes the complete document, in place, where settings of the process change responses. */
  adaptDocument?: (document: OpenAPIObject, config: Readonly<C>) => void;
}

/** Address of an API: behind an ingress, only addresses below it are reachable. */
export const apiPath = ({ version }: Pick<ApiDescription, 'version'>): string => `/api/v${version}`;

/**
 * Serves `/docs`, `/openapi.json` and `/openapi.yaml`, at the root and below the API. Document and texts are made when
 * first asked for, and kept: anybody may ask for them, and YAML takes a quarter of a second.
 */
export function serveOpenApi<C extends ServiceConfig>(
  app: NestFastifyApplication,
  info: ApiDescription<C>,
  config: Readonly<C>,
): void {
  const document = once(() => {
    const sockets = app.get(AccessControl).routes.filter(({ method }) => method === 'WEBSOCKET');
    const paths = new Set(sockets.map(({ url }) => url.replace(/:(\w+)/g, '{$1}')));
    return createDocument(app, info, config, (path) => paths.has(path));
  });
  const json = once(() => JSON.stringify(document()));
  const yaml = once(() => dump(JSON.parse(json())));
  const http = app.getHttpAdapter();
  for (const base of ['', `${apiPath(info).slice(1)}/`]) {
    SwaggerModule.setup(`${base}docs`, app, document, { raw: false });
    http.get(`/${base}openapi.json`, (_request, reply: FastifyReply) =>
      reply.type('application/json').send(json()),
    );
    http.get(`/${base}openapi.yaml`, (_request, reply: FastifyReply) => reply.type('text/yaml').send(yaml()));
  }
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

const HEALTH_TAG = 'Whether the process can do its work.';
/** The port of API v1; those of the other versions follow. */
const PORTS_FROM = 7100;

/** Returns where the service is: at `PUBLIC_URL`, else where the document came from; and where `npm start` puts it. */
const serversOf = ({ version }: Pick<ApiDescription, 'version'>, { PUBLIC_URL }: ServiceConfig) => [
  PUBLIC_URL
    ? { url: PUBLIC_URL, description: 'This installation' }
    : { url: '/', description: 'The service that this document came from' },
  { url: `http://localhost:${PORTS_FROM + Number(version)}`, description: 'A system on this machine' },
];

/** Makes the document of an API. @param hasSocket whether the process has the websocket at a path */
export function createDocument<C extends ServiceConfig>(
  app: NestFastifyApplication,
  info: ApiDescription<C>,
  config: Readonly<C>,
  hasSocket?: (path: string) => boolean,
): OpenAPIObject {
  const options = new DocumentBuilder()
    .setTitle(info.title)
    .setDescription(info.description)
    .setVersion(info.version)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0');
  for (const { url, description } of serversOf(info, config)) options.addServer(url, description);
  for (const [tag, about] of Object.entries({ health: HEALTH_TAG, ...info.tags })) options.addTag(tag, about);
  const document = SwaggerModule.createDocument(app, options.build());
  withSockets(document, info.sockets ?? {}, hasSocket);
  withAddresses(document, info.addresses ?? {});
  withCommonAnswers(document, info.errors, info);
  withNotes(document);
  const complete = asOpenApi31(withSecurity(document, config));
  info.adaptDocument?.(complete, config);
  return complete;
}

import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { Gatekeeper } from '../auth/gatekeeper';
import type { AuthConfig } from '../config/auth-config';
import { ServiceConfig } from '../config/service-config';
import type { ErrorFormat } from '../errors/error-format';
import { withCommonAnswers, type DocumentedLimits } from './common-answers';
import { platformNotes } from './platform-notes';
import { withNotes, type ApiNotes } from './operation-notes';
import { withSecurity } from './security';
import { withSockets } from './sockets';

/** What a document says of its API as a whole. */
export interface ApiDescription extends DocumentedLimits {
  title: string;
  description: string;
  version: string;
  errors: ErrorFormat;
  /** Names, schemas and examples of the operations. */
  notes?: () => ApiNotes;
}

/** Address of an API: behind an ingress nothing else of the service can be reached. */
export const apiPath = ({ version }: Pick<ApiDescription, 'version'>): string => `/api/v${version}`;

/**
 * Serves `/docs` (Swagger UI), `/openapi.json` and `/openapi.yaml`, at the root and below the address of the API. The
 * document is made when it is first asked for.
 */
export function serveOpenApi(app: NestFastifyApplication, info: ApiDescription): void {
  let document: OpenAPIObject | undefined;
  const create = (): OpenAPIObject => {
    const sockets = app.get(Gatekeeper).routes.filter(({ method }) => method === 'WEBSOCKET');
    const paths = new Set(sockets.map(({ url }) => url.replace(/:(\w+)/g, '{$1}')));
    return createDocument(app, info, app.get(ServiceConfig), (path) => paths.has(path));
  };
  for (const base of ['', `${apiPath(info).slice(1)}/`])
    SwaggerModule.setup(`${base}docs`, app, () => (document ??= create()), {
      jsonDocumentUrl: `${base}openapi.json`,
      yamlDocumentUrl: `${base}openapi.yaml`,
    });
}

/**
 * The document of an API, from its controllers, what is true of every operation, the notes, and who may call what.
 *
 * @param hasSocket whether the process has the websocket at a path
 */
export function createDocument(
  app: NestFastifyApplication,
  info: ApiDescription,
  config: AuthConfig,
  hasSocket?: (path: string) => boolean,
): OpenAPIObject {
  const options = new DocumentBuilder()
    .setTitle(info.title)
    .setDescription(info.description)
    .setVersion(info.version);
  const notes = info.notes?.();
  const document = SwaggerModule.createDocument(app, options.build());
  withSockets(document, notes?.sockets ?? {}, hasSocket);
  withCommonAnswers(document, info.errors, info);
  withNotes(document, platformNotes());
  if (notes) withNotes(document, notes);
  return withSecurity(document, config);
}

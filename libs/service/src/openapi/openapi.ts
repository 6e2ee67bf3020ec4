import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { AuthConfig } from '../config/auth-config';
import { ServiceConfig } from '../config/service-config';
import type { ErrorFormat } from '../errors/error-format';
import { withCommonAnswers, type DocumentedLimits } from './common-answers';
import { platformNotes } from './platform-notes';
import { withNotes, type ApiNotes } from './operation-notes';
import { withSecurity } from './security';

/** What a document says of its API as a whole. */
export interface ApiDescription extends DocumentedLimits {
  title: string;
  description: string;
  version: string;
  errors: ErrorFormat;
  /** Names, schemas and examples of the operations. */
  notes?: () => ApiNotes;
}

/** Serves `/docs` (Swagger UI) and `/openapi.json`; the document is made when it is first asked for. */
export function serveOpenApi(app: NestFastifyApplication, info: ApiDescription): void {
  let document: OpenAPIObject | undefined;
  const create = (): OpenAPIObject => createDocument(app, info, app.get(ServiceConfig));
  SwaggerModule.setup('docs', app, () => (document ??= create()), {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
  });
}

/** The document of an API, from its controllers, what is true of every operation, the notes, and who may call what. */
export function createDocument(
  app: NestFastifyApplication,
  info: ApiDescription,
  config: AuthConfig,
): OpenAPIObject {
  const options = new DocumentBuilder()
    .setTitle(info.title)
    .setDescription(info.description)
    .setVersion(info.version);
  const document = withCommonAnswers(SwaggerModule.createDocument(app, options.build()), info.errors, info);
  withNotes(document, platformNotes());
  if (info.notes) withNotes(document, info.notes());
  return withSecurity(document, config);
}

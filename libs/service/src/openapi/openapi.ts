import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { ErrorFormat } from '../errors/error-format';
import { withCommonAnswers } from './common-answers';

/** Serves `/docs` (Swagger UI) and `/openapi.json`; the document is made when it is first asked for. */
export function serveOpenApi(
  app: NestFastifyApplication,
  info: { title: string; description: string; version: string; errors: ErrorFormat },
): void {
  let document: OpenAPIObject | undefined;
  const create = (): OpenAPIObject => {
    const options = new DocumentBuilder()
      .setTitle(info.title)
      .setDescription(info.description)
      .setVersion(info.version);
    return (document ??= withCommonAnswers(SwaggerModule.createDocument(app, options.build()), info.errors));
  };
  SwaggerModule.setup('docs', app, create, {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
  });
}

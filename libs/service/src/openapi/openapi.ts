import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';

/** Serves `/docs` (Swagger UI) and `/openapi.json`; the document is made when it is first asked for. */
export function serveOpenApi(
  app: NestFastifyApplication,
  info: { title: string; description: string; version: string },
): void {
  let document: OpenAPIObject | undefined;
  const create = (): OpenAPIObject => {
    const options = new DocumentBuilder()
      .setTitle(info.title)
      .setDescription(info.description)
      .setVersion(info.version);
    return (document ??= SwaggerModule.createDocument(app, options.build()));
  };
  SwaggerModule.setup('docs', app, create, {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
  });
}

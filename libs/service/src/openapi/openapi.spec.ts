import type { OpenAPIObject } from '@nestjs/swagger';
import { ACCESS_EXTENSION, InternalOnly, type AccessRule } from '../auth/access';
import { Role } from '../identity/principal';
import { AuthConfig, AuthMode } from '../config/auth-config';
import { withSecurity } from './openapi';

const CONFIG = new AuthConfig();

/** An operation as Swagger generates it for a route with an access rule. */
const operation = (needs?: AccessRule['needs']) => ({
  responses: {} as Record<string, { description: string }>,
  ...(needs && { [ACCESS_EXTENSION]: { needs } }),
});

const documentOf = (): OpenAPIObject => ({
  openapi: '3.0.0',
  info: { title: 't', version: '1' },
  paths: {
    '/health/live': { get: operation() },
    '/metrics': { get: operation() },
    '/jobs': {
      get: operation(),
      post: operation(Role.Submitter),
    },
  },
});

const secured = (settings: Partial<AuthConfig> = {}): OpenAPIObject =>
  withSecurity(documentOf(), { ...CONFIG, ...settings });

describe('the security of operations', () => {
  it('is one of the ways of AUTH_MODE, with the role of the declared rule or of the default', () => {
    const { paths, components } = secured({ AUTH_MODE: [AuthMode.X509, AuthMode.OAuth2] });
    expect(Object.keys(components?.securitySchemes ?? {})).toEqual(['x509', 'oauth2']);
    const { get, post } = paths['/jobs'] ?? {};
    expect([get?.security, post?.security]).toEqual(Array(2).fill([{ x509: [] }, { oauth2: [] }]));
    expect(JSON.stringify(get?.responses['403'])).toContain('`reader`');
    expect(JSON.stringify(post?.responses['403'])).toContain('`submitter`');
    expect(post).not.toHaveProperty(ACCESS_EXTENSION);
  });

  it('is optional while authentication is off', () => {
    const { paths } = secured();
    expect(paths['/jobs']?.post?.security).toEqual([{}, { oauth2: [] }, { x509: [] }]);
    expect(Object.keys(paths['/jobs']?.post?.responses ?? {})).toEqual(['401', '403', '503']);
  });

  it('is none for an open address', () => {
    const mode = { AUTH_MODE: [AuthMode.OAuth2] };
    expect(secured(mode).paths['/health/live']?.get).toEqual({ responses: {}, security: [] });
    expect(secured(mode).paths['/metrics']?.get?.security).toEqual([]);
    expect(secured({ ...mode, AUTH_OPEN: ['none'] }).paths['/metrics']?.get?.security).toEqual([
      { oauth2: [] },
    ]);
  });

  it('is omitted for internal operations, and a missing rule fails the document', () => {
    const internal = documentOf();
    internal.paths['/jobs'] = { post: operation(InternalOnly) };
    expect(withSecurity(internal, CONFIG).paths['/jobs']?.post?.security).toBeUndefined();
    const forgotten = documentOf();
    forgotten.paths['/jobs'] = { post: operation() };
    expect(() => withSecurity(forgotten, CONFIG)).toThrow('POST /jobs has no access rule');
  });
});

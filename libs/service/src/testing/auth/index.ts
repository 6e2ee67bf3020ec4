export * from './access-walk';
export * from './test-certificates';
export * from './test-issuer';

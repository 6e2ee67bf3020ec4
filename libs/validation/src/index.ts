export * from './field-error';
export * from './collect-field-errors';
export * from './validate';
export * from './request-pipe';
export * from './fields';
export * from './coerce';
export * from './closest-name';
export * from './unknown-parameter';

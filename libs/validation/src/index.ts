export * from './field-error';
export * from './validate';
export * from './fields';
export * from './number-text';
export * from './list-rules';
export * from './closest-name';
export * from './unknown-parameter';
export { ReadAs, ReadOnlyFields, type ClassConstructor } from './declared-fields';

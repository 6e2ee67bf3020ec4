/** Cheap checks of messages that need no conversion; narrower than the validation of their classes. */
export type Check = (value: unknown) => boolean;

export const text =
  (max: number): Check =>
  (value) =>
    typeof value === 'string' && value !== '' && value.length <= max;
export const whole =
  (min: number): Check =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= min;
export const flag: Check = (value) => typeof value === 'boolean';
export const words: Check = (value) =>
  Array.isArray(value) && value.every((word) => typeof word === 'string' && word !== '');
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  !Object.hasOwn(value, '__proto__');
export const texts: Check = (value) =>
  isRecord(value) && Object.values(value).every((one) => typeof one === 'string');

/** Fields that must be there, and those that may; a field that is not in here makes it not plain. */
export interface Shape {
  required: Readonly<Record<string, Check>>;
  optional: Readonly<Record<string, Check>>;
}

/** Tells whether a value has the fields of a shape, and no others. */
export const fits = (shape: Shape, value: unknown): boolean =>
  isRecord(value) &&
  Object.keys(shape.required).every((name) => value[name] !== undefined) &&
  Object.entries(value).every(
    ([name, one]) => one === undefined || (shape.required[name] ?? shape.optional[name])?.(one) === true,
  );

import { Column, type ColumnOptions } from 'typeorm';

interface NullableOption {
  name?: string;
  nullable?: boolean;
}

const number = {
  to: (value: number | null | undefined) => value,
  from: (value: string | number | null) => (value === null ? null : Number(value)),
};

const boolean = {
  to: (value: boolean | null | undefined) => (value == null ? value : Number(value)),
  from: (value: number | boolean | null) => (value === null ? null : Boolean(value)),
};

const json = {
  to: (value: unknown) => (value == null ? null : JSON.stringify(value)),
  from: (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : value),
};

/** A time: BIGINT, ms since the epoch, a number in code. */
export const MillisColumn = (options: NullableOption = {}): PropertyDecorator =>
  Column(with_(options, { type: 'bigint', transformer: number }));

/** A count or a sequence: BIGINT, a number in code. */
export const CountColumn = MillisColumn;

/** TINYINT(1), a boolean in code. */
export const FlagColumn = (options: NullableOption = {}): PropertyDecorator =>
  Column(with_(options, { type: 'tinyint', transformer: boolean }));

/** LONGTEXT with JSON as it was written (JSON columns reorder keys and differ between engines). */
export const JsonColumn = (options: NullableOption = {}): PropertyDecorator =>
  Column(with_(options, { type: 'longtext', transformer: json }));

const with_ = (options: NullableOption, rest: ColumnOptions): ColumnOptions => ({ ...options, ...rest });

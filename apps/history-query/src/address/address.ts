import type { FieldSelector } from './field-selector';
import type { Modifiers } from './modifiers';

/** One select argument: where to look, and which texts are accepted there. */
export interface Select {
  /** The argument's name as it was sent, for messages. */
  name: string;
  /** Keys from the root down. */
  path: readonly string[];
  /** Any of these texts; undefined asks for a value that is there and not empty. */
  values: readonly string[] | undefined;
}

/** What a request asks for, as far as the address tells. */
export interface Address {
  /** Decoded path segments after `/api/v2`. */
  segments: readonly string[];
  /** The last segment read as a list of ids. */
  ids: readonly string[];
  /** True when the last segment has a comma: many documents are asked for, whatever is found. */
  idList: boolean;
  selects: readonly Select[];
  modifiers: Modifiers;
  selector: FieldSelector | undefined;
}

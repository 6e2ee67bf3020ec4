/** What a matching value must be. */
export type Condition = { negated: boolean } & (
  { literal: string | number | boolean | null } | { matches: (text: string) => boolean }
);

/** One key of a selector. */
export interface SelectorItem {
  key: string;
  /** Sub-selector of the object, or of each element of the array. */
  fields?: FieldSelector;
  /** Show the object flat, with dotted keys. */
  flatten?: boolean;
  condition?: Condition;
}

/** `:(key,key:(subkey))` (resource-history-v2, Field selectors). */
export type FieldSelector = readonly SelectorItem[];

/** Error codes of a broken foreign key; MySQL and MariaDB have two forms of each. */
const REFERENCED: readonly unknown[] = ['ER_ROW_IS_REFERENCED', 'ER_ROW_IS_REFERENCED_2'];
const NOT_REFERENCED: readonly unknown[] = ['ER_NO_REFERENCED_ROW', 'ER_NO_REFERENCED_ROW_2'];

const codeOf = (error: unknown): unknown =>
  (error as { driverError?: { code?: unknown } } | null | undefined)?.driverError?.code;

/** Reports whether a row could not be deleted because another refers to it. */
export const isReferenced = (error: unknown): boolean => REFERENCED.includes(codeOf(error));

/** Reports whether a row could not be written because a row that it refers to is missing. */
export const isReferenceMissing = (error: unknown): boolean => NOT_REFERENCED.includes(codeOf(error));

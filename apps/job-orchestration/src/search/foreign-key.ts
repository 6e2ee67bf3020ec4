/** Codes of the database when a foreign key is broken; MySQL and MariaDB know each in two forms. */
const REFERENCED = ['ER_ROW_IS_REFERENCED', 'ER_ROW_IS_REFERENCED_2'];
const NOT_REFERENCED = ['ER_NO_REFERENCED_ROW', 'ER_NO_REFERENCED_ROW_2'];

/** Tells whether a row could not be deleted because another refers to it. */
export const isReferenced = (error: unknown): boolean => REFERENCED.includes(codeOf(error));

/** Tells whether a row could not be written because what it refers to is not there (any more). */
export const isReferenceMissing = (error: unknown): boolean => NOT_REFERENCED.includes(codeOf(error));

function codeOf(error: unknown): string {
  const { driverError } = (error ?? {}) as { driverError?: { code?: unknown } };
  return typeof driverError?.code === 'string' ? driverError.code : '';
}

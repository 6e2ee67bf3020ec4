const KINDS = new Set(['select', 'insert', 'update', 'delete', 'commit', 'rollback']);

/** What a statement does, as a label of metrics: one of a few words. */
export function statementKind(sql: string): string {
  const word = /^[\s(]*([a-z]+)/i.exec(sql)?.[1]?.toLowerCase() ?? '';
  return KINDS.has(word) ? word : 'other';
}

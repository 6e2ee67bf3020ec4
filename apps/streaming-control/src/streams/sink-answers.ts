/** What came of the last attempt to read from a worker's sink. */
export const SinkAnswer = {
  /** Nothing yet. */
  Pending: 'pending',
  /** It sends. */
  Open: 'open',
  /** It said that the client's parameters are wrong (400): asking again would not help. */
  Refused: 'refused',
  /** It could not be reached, or broke off, or answered something else: it will be asked again. */
  Failed: 'failed',
} as const;
export type SinkAnswer = (typeof SinkAnswer)[keyof typeof SinkAnswer];

/**
 * What the answers of a job's sinks mean for whoever wants its output.
 *
 * @returns `refused` when all there are refuse the client's parameters, `begin` when there may be output, `wait` while
 *   that is not known
 */
export function verdictOf(answers: readonly SinkAnswer[]): 'begin' | 'refused' | 'wait' {
  if (answers.includes(SinkAnswer.Open)) return 'begin';
  if (answers.includes(SinkAnswer.Pending)) return 'wait';
  return answers.length > 0 && answers.every((answer) => answer === SinkAnswer.Refused) ? 'refused' : 'begin';
}

/** The longest reason that is passed on, characters: it has to fit into a comment, too. */
const MAX_REASON = 300;

/** What a sink that refuses says, on one line. @param body `{"error": text}` as libs/worker answers, or any text */
export function refusalText(body: string): string {
  let text: unknown = body;
  try {
    text = (JSON.parse(body) as { error?: unknown } | null)?.error ?? body;
  } catch {
    // Not JSON: the text itself.
  }
  const line = (typeof text === 'string' ? text : body).replace(/\s+/g, ' ').trim();
  return line.slice(0, MAX_REASON) || 'it answered 400';
}

/**
 * Reports whether a client asks for a media type rather than for JSON, which is the default of every route: its `Accept` header names the
 * type, and JSON has no higher weight (RFC 9110, 12.5.1). A range such as `text/*` does not name the type.
 *
 * @param type in lower case
 */
export function prefers(accept: string | undefined, type: string): boolean {
  const text = accept?.toLowerCase();
  // Fast path: most clients name no type, or only JSON.
  if (!text?.includes(type)) return false;
  const weights = new Map(text.split(',').map(rangeOf));
  const weight = weights.get(type) ?? 0;
  const ofJson = weights.get('application/json') ?? weights.get('application/*') ?? weights.get('*/*') ?? 0;
  return weight > 0 && weight >= ofJson;
}

/** Reports whether a client asks for server-sent events rather than for JSON. */
export const wantsEvents = (accept: string | undefined): boolean => prefers(accept, 'text/event-stream');

function rangeOf(range: string): [name: string, weight: number] {
  const [name = '', ...parameters] = range.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  // A malformed weight counts as none.
  return [name, weight !== undefined && /^[01](\.\d*)?$/.test(weight) ? Number(weight) : 1];
}

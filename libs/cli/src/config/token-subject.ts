/** Returns the client that a token (JWT) names; undefined for another kind of token. The service checks the token, not this. */
export function subjectOf(token: string): string | undefined {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as unknown;
    const subject = (claims as { sub?: unknown } | null)?.sub;
    return typeof subject === 'string' && subject !== '' ? subject : undefined;
  } catch {
    return undefined;
  }
}

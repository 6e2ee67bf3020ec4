/** One event. JSON text has no line breaks, so one `data` line carries it. */
export const eventFrame = (json: string): string => `data: ${json}\n\n`;

/** Keeps proxies from closing an idle stream and shows dead clients; clients don't see it. */
export const COMMENT_FRAME = ':\n\n';

/** The requests of README.md, as a reader would paste them. */

/** Addresses in the text, by the key of the service that listens there by default. */
const PORTS = { streams: 7101, history: 7102, jobs: 7103 };

/**
 * The first code block below the heading `## Ten requests`, sent to `urls` instead of the default ports.
 * @throws Error when there is none
 */
export function requestsOf(text, urls) {
  const section = text.split(/^## Ten requests$/m)[1] ?? '';
  const block = /^```\n(.*?)^```$/ms.exec(section)?.[1];
  if (!block) throw new Error('README.md has no block of requests below "## Ten requests"');
  return Object.entries(PORTS).reduce(
    (script, [key, port]) => script.replaceAll(`localhost:${port}`, urls[key].replace('http://', '')),
    block,
  );
}

/** How many requests a block sends. */
export const countRequests = (script) => script.match(/\bcurl -s/g)?.length ?? 0;

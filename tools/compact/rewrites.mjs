/** What a copy does otherwise than the package's module: nothing that a caller could tell, but later. */
const REWRITES = [
  {
    // A formatter of dates pulls in 5 MB of the locales' data; Nest makes two, for a logger that no service uses.
    module: /^@nestjs\/common\/services\/(console-logger|logger)\.service\.js$/,
    text: /const dateTimeFormatter = (new Intl\.DateTimeFormat\(undefined, \{[^}]*\}\));/,
    by: 'const dateTimeFormatter = { format: (date) => $1.format(date) };',
  },
];

/**
 * The text of a module with its rewrites.
 *
 * @param {string} path of the module, below node_modules
 * @param {string} text
 * @throws Error when the package has changed, so that a rewrite does not fit any more
 */
export function rewritten(path, text) {
  return REWRITES.filter(({ module }) => module.test(path)).reduce((before, rewrite) => {
    if (!rewrite.text.test(before))
      throw new Error(`tools/compact/rewrites.mjs does not fit ${path} any more`);
    return before.replace(rewrite.text, rewrite.by);
  }, text);
}

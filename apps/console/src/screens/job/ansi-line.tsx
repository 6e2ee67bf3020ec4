import type { ReactNode } from 'react';
import Anser from 'anser';
import './ansi-line.css';

/** A line of output, or several: escape sequences become colours, everything else is text. */
export function AnsiLine({ text }: { text: string }): ReactNode {
  if (!text.includes('\u001b')) return text;
  return Anser.ansiToJson(text, { use_classes: true, remove_empty: true }).map(
    ({ content, fg, decoration }, index) => {
      const names = [fg && `ansi-${fg.replace('ansi-', '')}`, decoration && `ansi-${decoration}`].filter(
        Boolean,
      );
      return names.length === 0 ? (
        content
      ) : (
        // Parts of a line have no identity but their place.
        <span key={index} className={names.join(' ')}>
          {content}
        </span>
      );
    },
  );
}

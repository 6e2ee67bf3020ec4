import type { ReactNode } from 'react';
import { ansiParts } from './ansi-parts';
import './ansi-line.css';

/** A line of output, or several: escape sequences become colours, everything else is text. */
export const AnsiLine = ({ text }: { text: string }): ReactNode =>
  ansiParts(text).map(({ content, names }, index) =>
    names === '' ? (
      content
    ) : (
      // Parts of a line have no identity but their place.
      <span key={index} className={names}>
        {content}
      </span>
    ),
  );

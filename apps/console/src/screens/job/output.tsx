import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { Job } from '@portolan/client-jobs';
import { Link } from 'wouter';
import { useAddress } from '../../design/address';
import { Button } from '../../design/button';
import { Failure } from '../../design/feedback';
import { bytes, counted } from '../../design/quantities';
import { AnsiLine } from './ansi-line';
import { DownloadButton } from './download-button';
import { lineNumber } from './log-lines';
import { isFinished } from './job-query';
import { LogSearchField, useLogSearch } from './log-search';
import { PART_BYTES, isLive, useLog, type Log } from './log-source';
import { attemptOf } from './read-file';
import './output.css';

const LINE_HEIGHT = 20;
const FILES = ['stdout', 'stderr'];

/** The output of a job while it is written: its end, or by `?at=` a part of it; by `?attempt=` that of an earlier attempt. */
export default function Output({ job }: { job: Job }): ReactNode {
  const [search, set] = useAddress();
  const file = search.get('file') ?? 'stdout';
  const at = /^\d+$/.test(search.get('at') ?? '') ? Number(search.get('at')) : undefined;
  const attempt = attemptOf(search.get('attempt'));
  const jobFile = { jobId: job.id, path: file, attempt };
  const log = useLog(jobFile, at);
  // The file of a job that runs may have become longer.
  const isLast = isFinished(job) && log.size !== undefined && (at ?? 0) + PART_BYTES >= log.size;
  return (
    <section className="fill" aria-label="Output">
      <div className="actions">
        <span className="actions log-files" role="group" aria-label="File">
          {FILES.map((name) => (
            <Button key={name} isOn={name === file} onClick={() => set({ file: name, at: undefined })}>
              {name}
            </Button>
          ))}
        </span>
        <Button isOn={at === undefined} onClick={() => set({ at: undefined })}>
          End
        </Button>
        <Button isOn={at === 0} onClick={() => set({ at: '0' })}>
          Beginning
        </Button>
        {at !== undefined && (
          <>
            <Button disabled={at === 0} onClick={() => set({ at: String(Math.max(0, at - PART_BYTES)) })}>
              Earlier
            </Button>
            <Button disabled={isLast} onClick={() => set({ at: String(at + PART_BYTES) })}>
              Later
            </Button>
            <span className="muted">from {bytes(at)}</span>
          </>
        )}
        <DownloadButton of={jobFile} />
        {attempt !== undefined && (
          <span className="muted">
            of attempt {attempt} ·{' '}
            <Link href={`?tab=output&file=${encodeURIComponent(file)}`}>latest attempt</Link>
          </span>
        )}
      </div>
      <LogView
        key={`${file} ${attempt ?? ''} ${at ?? 'end'}`}
        file={file}
        log={log}
        at={at}
        isLive={isLive(jobFile, at)}
      />
    </section>
  );
}

function LogView({
  file,
  log,
  at,
  isLive,
}: {
  file: string;
  log: Log;
  at: number | undefined;
  isLive: boolean;
}): ReactNode {
  const { lines, dropped, state, error } = log;
  const [address, set] = useAddress();
  const isWrapped = address.has('wrap');
  // A part in the middle does not say which line of the file is its first.
  const isNumbered = at === 0;
  const [isFollowing, setFollowing] = useState(at === undefined);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 30,
  });
  const { length } = lines;
  useEffect(() => {
    if (isFollowing && length > 0) rows.scrollToIndex(length - 1, { align: 'end' });
  }, [isFollowing, length, dropped, rows]);
  const search = useLogSearch(lines, (line) => {
    setFollowing(false);
    rows.scrollToIndex(line, { align: 'center' });
  });
  const matched = new Set(search.matches);
  const current = search.matches[search.place];
  const noteScroll = useScrollBack(() => setFollowing(false));
  return (
    <>
      <div className="actions">
        <LogSearchField {...search} />
        <Button
          isOn={isWrapped}
          onClick={() => set({ wrap: isWrapped ? undefined : 'on' }, { replace: true })}
        >
          Wrap
        </Button>
        {isLive && (
          <Button isOn={isFollowing} onClick={() => setFollowing(!isFollowing)}>
            Follow
          </Button>
        )}
        <span className="muted">
          {state === 'live' && isLive && 'live, '}
          {state === 'loading' && 'loading … '}
          {counted(length, 'line')}
          {dropped > 0 && `, ${dropped.toLocaleString('en')} earlier ones are no longer shown`}
        </span>
      </div>
      {error !== undefined && <Failure error={error} />}
      {state !== 'loading' && length === 0 && error === undefined && (
        <p className="muted">
          Nothing has been written to {file} {state === 'live' ? 'yet' : 'here'}.
        </p>
      )}
      <div
        className={`panel log${isWrapped ? ' wrap' : ''}${isNumbered ? ' numbered' : ''}`}
        ref={scroller}
        role="log"
        aria-label={file}
        aria-live="off"
        tabIndex={0}
        onScroll={(event) => noteScroll(event.currentTarget)}
      >
        <div className="log-lines" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => (
            <div
              key={index}
              data-index={index}
              ref={isWrapped ? rows.measureElement : undefined}
              className={`log-line${matched.has(index) ? ' match' : ''}${current === index ? ' current' : ''}`}
              style={{ transform: `translateY(${start}px)` }}
            >
              {isNumbered && <span className="log-number">{lineNumber(log, index)}</span>}
              <span>
                <AnsiLine text={lines[index] ?? ''} />
              </span>
            </div>
          ))}
        </div>
      </div>
    </>
  );
}

/**
 * Returns a function that is given the scrolled element, and calls `onBack` when the user has scrolled it back: with the wheel,
 * the scroll bar, a finger or a key. An element that became shorter moves, too, and does not count.
 */
function useScrollBack(onBack: () => void): (element: HTMLElement) => void {
  const last = useRef({ top: 0, height: 0 });
  return ({ scrollTop: top, scrollHeight: height }) => {
    if (top < last.current.top && height >= last.current.height) onBack();
    last.current = { top, height };
  };
}

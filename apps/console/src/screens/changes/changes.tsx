import { useEffect, useRef, useState, type ReactNode } from 'react';
import { followChanges, type FollowedChange } from '@portolan/client-history';
import { Link } from 'wouter';
import { useHistory } from '../../api/clients';
import { statusOf } from '../../api/errors';
import { EventBuffer } from '../../api/event-buffer';
import { useCollections } from '../../api/use-collections';
import { useVisible } from '../../api/use-visible';
import { useAddress } from '../../design/address';
import { Empty, Failure, Loaded, Loading } from '../../design/feedback';
import { PageHead, Panel } from '../../design/layout';
import { Ago, State } from '../../design/texts';
import { absoluteTime } from '../../design/time';
import { Table } from '../../design/table';
import { CollectionChoice } from '../explorer/collection-choice';
import { CollectionField } from '../explorer/collection-field';
import { queryOf } from '../explorer/explorer-address';

/** Changes that are kept on the screen; older ones leave. */
const KEPT = 500;
/** Changes that arrive within this time are drawn together, ms. */
const GATHER_MS = 200;
/** The changes after a position have been deleted. */
const GONE = 410;

/** The changes of a collection as they happen, newest first. */
export default function Changes(): ReactNode {
  const [search, set] = useAddress();
  const collection = search.get('collection') ?? '';
  const collections = useCollections({ isShown: collection === '' });
  const where = search.get('where') ?? '';
  const isShown = collections.data !== undefined;
  const field = useRef<HTMLInputElement>(null);
  // The field shows the filters of the address, also after a step back.
  useEffect(() => {
    if (field.current) field.current.value = where;
  }, [where, isShown]);
  return (
    <>
      <PageHead title="Changes" />
      <Loaded result={collections}>
        {(all) => (
          <form
            className="toolbar"
            role="search"
            onSubmit={(event) => {
              event.preventDefault();
              const text = new FormData(event.currentTarget).get('where');
              set({ where: typeof text === 'string' ? text : '' });
            }}
          >
            <CollectionField
              collections={all}
              value={collection}
              onChange={(name) => set({ collection: name })}
            />
            <input
              ref={field}
              className="grow mono"
              name="where"
              data-search
              aria-label="Filters"
              placeholder="Filters, then Enter: state.name=running"
              spellCheck={false}
              defaultValue={where}
            />
          </form>
        )}
      </Loaded>
      {collection === '' ? (
        collections.data && (
          <CollectionChoice
            title="Collections whose changes can be followed"
            collections={collections.data}
          />
        )
      ) : (
        <FeedOf key={`${collection};${where}`} collection={collection} where={where} />
      )}
    </>
  );
}

/** Fields that a row names; the page of the resource shows all. */
const NAMED = 4;

const fieldsText = (fields: readonly string[]): string =>
  fields.length > NAMED + 1
    ? `${fields.slice(0, NAMED).join(', ')} and ${fields.length - NAMED} more`
    : fields.join(', ');

function FeedOf({ collection, where }: { collection: string; where: string }): ReactNode {
  const { changes, isRead, error } = useFeed(collection, where);
  return (
    <Panel title={`Changes of ${collection}`} flush>
      {error !== undefined && <Failure error={error} />}
      {!isRead && error === undefined && <Loading />}
      {isRead && changes.length === 0 && <Empty title="No change has been kept that matches" />}
      {changes.length > 0 && (
        <Table label="Changes" heads={['When', 'What', 'Resource', 'Fields']}>
          {changes.map(({ position, change }) => {
            const at = change.kind === 'removed' ? (change.ltime ?? change.mtime) : change.stime;
            const fields =
              change.kind === 'changed' ? (change.patch ?? []).map(({ path }) => path.slice(1)) : [];
            return (
              <tr key={position}>
                <td>
                  <Ago at={at} /> <span className="muted small wide-only">{absoluteTime(at)}</span>
                </td>
                <td>
                  <State of={change.kind} />
                </td>
                <td>
                  <Link
                    className="mono"
                    href={`/explorer/${collection}/${encodeURIComponent(change.id)}?at=${at}`}
                  >
                    {change.id}
                  </Link>
                </td>
                <td className="mono break">{fieldsText(fields)}</td>
              </tr>
            );
          })}
        </Table>
      )}
    </Panel>
  );
}

/** The feed of a collection, newest first. */
interface Feed {
  changes: readonly FollowedChange[];
  /** Reports whether the service has answered. */
  isRead: boolean;
  error: unknown;
}

/** Follows the feed from the first change that is kept; a tab that comes back into view continues where it left. */
function useFeed(collection: string, where: string): Feed {
  const client = useHistory();
  const [buffer] = useState(() => new EventBuffer<FollowedChange>());
  const [changes, setChanges] = useState<readonly FollowedChange[]>([]);
  const [isRead, setRead] = useState(false);
  const [error, setError] = useState<unknown>();
  // A browser has few connections to an origin: tabs out of view must not hold them.
  const isFollowing = useVisible();
  useEffect(() => {
    if (!isFollowing) return undefined;
    const left = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const draw = (): void => {
      timer = undefined;
      if (left.signal.aborted) return;
      const fresh = buffer.take().reverse();
      setRead(true);
      if (fresh.length > 0) setChanges((before) => [...fresh, ...before].slice(0, KEPT));
    };
    const drawSoon = (): void => void (timer ??= setTimeout(draw, GATHER_MS));
    const follow = async (): Promise<void> => {
      setError(undefined);
      const query = queryOf({ collection, where, at: undefined });
      for await (const one of followChanges(client, query, {
        after: buffer.after ?? '0',
        signal: left.signal,
        attempts: Infinity,
        // The feed names its position also when it has no change.
        onPosition: (position) => {
          if (left.signal.aborted) return;
          buffer.reach(position);
          drawSoon();
        },
      })) {
        if (left.signal.aborted) return;
        buffer.add(one, one.position);
        drawSoon();
      }
    };
    const onFailure = (failure: unknown): void => {
      if (left.signal.aborted) return;
      if (statusOf(failure) !== GONE || buffer.after === undefined) return setError(failure);
      buffer.restart();
      setChanges([]);
      follow().catch(onFailure);
    };
    follow().catch(onFailure);
    return () => {
      left.abort();
      clearTimeout(timer);
      buffer.drop();
    };
  }, [client, buffer, collection, where, isFollowing]);
  return { changes, isRead, error };
}

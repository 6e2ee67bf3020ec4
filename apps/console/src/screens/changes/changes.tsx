import { useEffect, useRef, useState, type ReactNode } from 'react';
import { followChanges, type FollowedChange } from '@portolan/client-history';
import { Link } from 'wouter';
import { useHistory } from '../../api/clients';
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

/** Follows the feed from the first change that is kept. */
function useFeed(collection: string, where: string): Feed {
  const client = useHistory();
  const [changes, setChanges] = useState<readonly FollowedChange[]>([]);
  const [isRead, setRead] = useState(false);
  const [error, setError] = useState<unknown>();
  // A browser has few connections to an origin: tabs out of view must not hold them.
  const isFollowing = useVisible();
  useEffect(() => {
    if (!isFollowing) return undefined;
    const left = new AbortController();
    let known: readonly FollowedChange[] = [];
    let [waiting, timer] = [[] as FollowedChange[], undefined as ReturnType<typeof setTimeout> | undefined];
    const draw = (): void => {
      timer = undefined;
      known = [...waiting.reverse(), ...known].slice(0, KEPT);
      waiting = [];
      setRead(true);
      setChanges(known);
    };
    const drawSoon = (): void => void (timer ??= setTimeout(draw, GATHER_MS));
    const follow = async (): Promise<void> => {
      setError(undefined);
      const query = queryOf({ collection, where, at: undefined });
      for await (const one of followChanges(client, query, {
        after: '0',
        signal: left.signal,
        attempts: Infinity,
        // The feed names its position also when it has no change.
        onPosition: drawSoon,
      })) {
        waiting.push(one);
        drawSoon();
      }
    };
    follow().catch((failure: unknown) => {
      if (!left.signal.aborted) setError(failure);
    });
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [client, collection, where, isFollowing]);
  return { changes, isRead, error };
}

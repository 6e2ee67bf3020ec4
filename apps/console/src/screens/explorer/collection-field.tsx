import { useId, type ReactNode } from 'react';
import type { CollectionStatus } from '@portolan/client-history';

/** Chooses a collection; those with documents come first. */
export function CollectionField({
  collections,
  value,
  onChange,
}: {
  collections: readonly CollectionStatus[];
  value: string;
  onChange: (collection: string) => void;
}): ReactNode {
  const id = useId();
  const filled = collections.filter(({ served }) => served > 0);
  const empty = collections.filter(({ served }) => served === 0);
  return (
    <>
      <label className="visually-hidden" htmlFor={id}>
        Collection
      </label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">Choose a collection</option>
        {filled.map(({ collection, served }) => (
          <option key={collection} value={collection}>
            {collection} ({served.toLocaleString('en')})
          </option>
        ))}
        <optgroup label="Empty">
          {empty.map(({ collection }) => (
            <option key={collection} value={collection}>
              {collection}
            </option>
          ))}
        </optgroup>
      </select>
    </>
  );
}

import { useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import { ActionButton, Dialog } from '../../design/dialogs';
import { Table } from '../../design/table';
import { Button } from '../../design/button';

const KEY = 'portolan.views.jobs';

type Views = Readonly<Record<string, string>>;

function storedViews(): Views {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Views;
  } catch {
    return {};
  }
}

/** Searches with a name, kept in this browser. */
export function SavedViews(): ReactNode {
  const [search] = useSearchParams();
  const [views, setViews] = useState(storedViews);
  const [isOpen, setOpen] = useState(false);
  const [done, setDone] = useState('');
  // Another tab may have changed them meanwhile.
  const change = (next: (stored: Views) => Views): void => {
    const changed = next(storedViews());
    localStorage.setItem(KEY, JSON.stringify(changed));
    setViews(changed);
  };
  const close = (): void => setOpen(false);
  return (
    <>
      <Button
        onClick={() => {
          setViews(storedViews());
          setDone('');
          setOpen(true);
        }}
      >
        Views
      </Button>
      {isOpen && (
        <Dialog title="Saved views" onClose={close}>
          {Object.keys(views).length === 0 && (
            <p className="muted">None yet: set filters, then save them with a name.</p>
          )}
          <Table label="Saved views">
            {Object.entries(views).map(([name, query]) => (
              <tr key={name}>
                <td className="break">
                  <Link href={`/jobs?${query}`} onClick={close}>
                    {name}
                  </Link>
                </td>
                <td className="number">
                  <ActionButton
                    label="Forget"
                    about={name}
                    onDone={setDone}
                    question={<p>The view {name} is removed from this browser. This cannot be undone.</p>}
                    run={async () => {
                      change((stored) =>
                        Object.fromEntries(Object.entries(stored).filter(([other]) => other !== name)),
                      );
                      return `The view ${name} was removed.`;
                    }}
                  />
                </td>
              </tr>
            ))}
          </Table>
          <p className="muted" role="status">
            {done}
          </p>
          <form
            className="actions"
            onSubmit={(event) => {
              event.preventDefault();
              const name = new FormData(event.currentTarget).get('name');
              if (typeof name === 'string' && name.trim() !== '') {
                change((stored) => ({ ...stored, [name.trim()]: search.toString() }));
                setDone(`The view ${name.trim()} was saved in this browser.`);
              }
              event.currentTarget.reset();
            }}
          >
            <input
              className="grow"
              name="name"
              aria-label="Name of the view"
              placeholder="Save these filters as …"
              required
            />
            <button className="button primary" type="submit">
              Save
            </button>
            <Button onClick={close}>Close</Button>
          </form>
        </Dialog>
      )}
    </>
  );
}

import { useSyncExternalStore, type ReactNode } from 'react';
import { Button } from './button';

interface Toast {
  id: number;
  text: string;
  isFailure: boolean;
}

/** A report of success leaves by itself after this time, ms; a failure stays until it is closed. */
const SHOWN_MS = 6000;

let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

const close = (id: number): void => set(toasts.filter((toast) => toast.id !== id));

/** Reports what an action did. */
export function report(text: string, { isFailure = false } = {}): void {
  const id = (last += 1);
  set([...toasts, { id, text, isFailure }]);
  if (!isFailure) setTimeout(() => close(id), SHOWN_MS);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The reports at the lower edge; screen readers announce them. */
export function Toasts(): ReactNode {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, isFailure }) => (
        <div className={isFailure ? 'toast failed' : 'toast'} key={id}>
          <span className="grow">{text}</span>
          <Button kind="quiet" aria-label="Close the report" onClick={() => close(id)}>
            ✕
          </Button>
        </div>
      ))}
    </div>
  );
}

import { useEffect, useRef, type ReactNode } from 'react';
import { localMinute } from './time';

/** Chooses a moment, to the minute in local time. The choice is applied with Enter, or when the field is left: until then it may be incomplete. */
export function MomentField({
  label,
  value,
  onChange,
}: {
  label: string;
  /** Ms since 1970 as text, as addresses have it; null: none. */
  value: string | null;
  onChange: (value: string | undefined) => void;
}): ReactNode {
  const shown = value !== null && /^\d{1,15}$/.test(value) ? localMinute(Number(value)) : '';
  const field = useRef<HTMLInputElement>(null);
  // The address may change by another way; the element, which may have the focus, stays.
  useEffect(() => {
    if (field.current) field.current.value = shown;
  }, [shown]);
  const apply = (chosen: string): void => {
    if (chosen === shown) return;
    const ms = Date.parse(chosen);
    onChange(Number.isNaN(ms) ? undefined : String(ms));
  };
  return (
    <label className="moment-field">
      <span className="muted small">{label}</span>
      <input
        ref={field}
        type="datetime-local"
        defaultValue={shown}
        onBlur={({ target }) => apply(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') apply(currentTarget.value);
        }}
      />
    </label>
  );
}

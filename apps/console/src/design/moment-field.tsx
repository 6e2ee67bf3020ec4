import type { ReactNode } from 'react';
import { localMinute } from './time';

/** Chooses a moment, to the minute in local time. The choice is taken when the field is left, or with Enter: a half of it is none. */
export const MomentField = ({
  label,
  value,
  onChange,
}: {
  label: string;
  /** Ms since 1970 as text, as addresses have it; null: none. */
  value: string | null;
  onChange: (value: string | undefined) => void;
}): ReactNode => {
  const shown = value !== null && /^\d{1,15}$/.test(value) ? localMinute(Number(value)) : '';
  return (
    <label className="moment-field">
      <span className="muted small">{label}</span>
      <input
        key={shown}
        type="datetime-local"
        defaultValue={shown}
        onBlur={({ target }) => {
          if (target.value === shown) return;
          const ms = Date.parse(target.value);
          onChange(Number.isNaN(ms) ? undefined : String(ms));
        }}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') currentTarget.blur();
        }}
      />
    </label>
  );
};

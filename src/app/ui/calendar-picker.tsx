import { useRef } from 'react';
import { Icon } from './icon.tsx';

type Props = {
  /** What the browser's calendar chooses. */
  type: 'date' | 'datetime-local';
  value: string;
  label: string;
  onPick: (value: string) => void;
};

/**
 * The browser's calendar behind an icon, over the end of a field in which people type. In its own field, a browser asks
 * for the order of its own language and not of the app's.
 */
export function CalendarPicker({ type, value, label, onPick }: Props) {
  const calendar = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        aria-hidden="true"
        className="pointer-events-none absolute right-0 bottom-0 h-8 w-8 opacity-0"
        onChange={({ target }) => onPick(target.value)}
        ref={calendar}
        tabIndex={-1}
        type={type}
        value={value}
      />
      <button
        aria-label={label}
        className="absolute top-0 right-0 flex h-8 w-8 items-center justify-center rounded-md text-soft hover:text-ink"
        onClick={() => calendar.current?.showPicker()}
        type="button"
      >
        <Icon name="calendar" />
      </button>
    </>
  );
}

import { useEffect, useRef, useState } from 'react';
import { controlClass } from './field.tsx';
import { Icon } from './icon.tsx';

type Props = { label: string; value: string; onChange: (text: string) => void };

/** The search starts this long after the last key. */
const PAUSE_MS = 200;

export function SearchField({ label, value, onChange }: Props) {
  const [text, setText] = useState(value);
  const newest = useRef(onChange);
  newest.current = onChange;
  // The last search that the field has reported. A different `value` comes from outside, such as a button that clears.
  const reported = useRef(value);
  useEffect(() => {
    if (text === reported.current) return undefined;
    const timer = setTimeout(() => {
      reported.current = text;
      newest.current(text);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    setText(value);
  }, [value]);
  return (
    <span className="relative block min-w-full flex-1 sm:min-w-48">
      <Icon className="pointer-events-none absolute top-2 left-2.5 text-soft" name="search" />
      <input
        aria-label={label}
        className={controlClass(false, 'h-8 pl-8')}
        onChange={({ target }) => setText(target.value)}
        placeholder={label}
        type="search"
        value={text}
      />
    </span>
  );
}

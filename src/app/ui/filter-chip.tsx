import { Icon } from './icon.tsx';

type Props = {
  name: string;
  value: string;
  /** What a click does, for screen readers and as a hint. */
  removes: string;
  onRemove: () => void;
};

/** A filter that a link or a chart has set. A click removes it. */
export function FilterChip({ name, value, removes, onRemove }: Props) {
  return (
    <span className="inline-flex h-7 max-w-full min-w-0 items-center gap-1.5 rounded-md border border-line bg-sunk pl-2 text-sm">
      <span className="text-soft">{name}</span>
      <span className="truncate font-mono text-xs">{value}</span>
      <button
        aria-label={removes}
        className="inline-grid size-7 shrink-0 place-items-center rounded-md text-soft hover:text-ink"
        onClick={onRemove}
        title={removes}
        type="button"
      >
        <Icon name="close" size={14} />
      </button>
    </span>
  );
}

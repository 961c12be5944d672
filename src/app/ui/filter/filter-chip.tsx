import { useTexts } from '../../text/language.ts';
import { Icon } from '../icon.tsx';
import { type FilterField, textOf } from './filter-fields.ts';
import { filterTexts } from './texts.ts';

type Props = { field: FilterField; value: string; onEdit: () => void; onRemove: () => void };

/** A chosen filter. A click on its text offers the other values. */
export function FilterChip({ field, value, onEdit, onRemove }: Props) {
  const t = useTexts(filterTexts);
  const { label } = field;
  const text = textOf(field, value);
  return (
    <li className="inline-flex h-6 max-w-full min-w-0 items-center rounded-sm bg-sunk text-sm">
      <button
        className="flex h-6 min-w-0 items-center gap-1 rounded-sm pl-1.5 hover:text-accent-text"
        onClick={onEdit}
        title={t.change(label)}
        type="button"
      >
        <span className="shrink-0 text-soft">{label}:</span>
        <span className="max-w-64 truncate">{text}</span>
      </button>
      <button
        aria-label={t.remove(label)}
        className="grid size-6 shrink-0 place-items-center rounded-sm text-soft hover:text-ink"
        onClick={onRemove}
        title={t.remove(label)}
        type="button"
      >
        <Icon name="close" size={14} />
      </button>
    </li>
  );
}

import { useTexts } from '../../text/language.ts';
import { FilterSelect } from '../filter-select.tsx';
import type { Sorting } from '../table-head.tsx';
import { filterTexts } from './texts.ts';

type Order = 'oldest' | 'due';

/** The order in the address. The usual one, the newest first, is not there, so that addresses stay short. */
export function orderIn<O extends Order>(sort: string | undefined, other: O): { order?: O } {
  return sort === other ? { order: other } : {};
}

type Props = {
  sort: string | undefined;
  /** What the list offers beside its usual order. */
  other: Order;
  /** The column whose title shows and changes the order too, where the window has room for it. */
  column?: string;
  onChange: (change: { sort: string }) => void;
};

/** What the titles of the table need for it. */
export function sortingBy({ sort, other, column, onChange }: Props & { column: string }): Sorting {
  const usual = other === 'oldest' ? `-${column}` : undefined;
  return {
    order: sort === other ? column : usual,
    onSort: (order) => onChange({ sort: order === column ? other : '' }),
  };
}

/** Which entries of a list come first. Where a title says it, the choice is for narrow windows alone. */
export function OrderSelect({ sort, other, column, onChange }: Props) {
  const t = useTexts(filterTexts);
  return (
    <div className={column ? 'flex flex-1 roomy:hidden' : 'contents'}>
      <FilterSelect
        any={t.newest}
        label={t.sort}
        onChange={(chosen) => onChange({ sort: chosen })}
        options={[[other, t[other]]]}
        value={orderIn(sort, other).order}
      />
    </div>
  );
}

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
  onChange: (change: { sort: string }) => void;
};

/** The title of this column shows and changes the order of a list that the server orders. */
export function sortingBy(column: string, { sort, other, onChange }: Props): Sorting {
  const usual = other === 'oldest' ? `-${column}` : undefined;
  return {
    order: sort === other ? column : usual,
    onSort: (order) => onChange({ sort: order === column ? other : '' }),
  };
}

/** Which entries of a list come first. On a telephone the table has no room for the column whose title says it. */
export function OrderSelect({ sort, other, onChange }: Props) {
  const t = useTexts(filterTexts);
  return (
    <div className="flex flex-1 roomy:hidden">
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

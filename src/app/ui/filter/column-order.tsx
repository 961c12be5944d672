import { useTexts } from '../../text/language.ts';
import { FilterSelect } from '../filter-select.tsx';
import type { Sorting } from '../table-head.tsx';
import { filterTexts } from './texts.ts';

type Props = Sorting & {
  options: readonly (readonly [order: string, text: string])[];
  /** The order that the address does not name. */
  any?: string;
};

/** The order of a table, where its window has no room for the titles that change it. */
export function ColumnOrder({ order, onSort, options, any }: Props) {
  const t = useTexts(filterTexts);
  return (
    <div className="flex flex-1 roomy:hidden">
      <FilterSelect
        {...(any !== undefined && { any })}
        label={t.sort}
        onChange={onSort}
        options={options}
        value={options.find(([one]) => one === order)?.[0]}
      />
    </div>
  );
}

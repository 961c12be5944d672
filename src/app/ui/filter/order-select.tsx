import { useTexts } from '../../text/language.ts';
import { FilterSelect } from '../filter-select.tsx';
import { filterTexts } from './texts.ts';

/** The order in the address. The usual one is not there, so that addresses stay short. */
export function orderIn(sort: string | undefined): { order?: 'oldest' } {
  return sort === 'oldest' ? { order: 'oldest' } : {};
}

type Props = { sort: string | undefined; onChange: (change: { sort: string }) => void };

/** Which entries of a list come first. On a telephone the table has no room for a column that could say it. */
export function OrderSelect({ sort, onChange }: Props) {
  const t = useTexts(filterTexts);
  return (
    <FilterSelect
      any={t.newest}
      label={t.sort}
      onChange={(chosen) => onChange({ sort: chosen })}
      options={[['oldest', t.oldest]]}
      value={orderIn(sort).order}
    />
  );
}

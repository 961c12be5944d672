import { useTexts } from '../../text/language.ts';
import { Switch } from '../../ui/check.tsx';
import { setDense, useDense } from '../../ui/density.ts';
import type { LogFilters, SetFilters } from './line-filter.ts';
import { requestLogTexts } from './texts.ts';

type Props = { filters: LogFilters; setFilters: SetFilters };

/** How the list is shown, beside its tabs and not among its filters. */
export function ListSwitches({ filters, setFilters }: Props) {
  const t = useTexts(requestLogTexts);
  const isDense = useDense();
  const isLive = filters.live === '1';
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2 pr-4">
      <span className="flex items-center gap-2">
        {isLive ? <span className="beat size-2 rounded-full bg-works" /> : null}
        <Switch
          checked={isLive}
          label={t.live}
          onChange={({ target }) => setFilters({ live: target.checked ? '1' : '' })}
        />
      </span>
      <Switch
        checked={isDense}
        label={t.dense}
        onChange={({ target }) => setDense(target.checked)}
      />
    </div>
  );
}

import { useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { WhyMissing } from './missing/why-missing.tsx';
import { NothingFound } from './nothing-found.tsx';
import { crmTexts } from './texts.ts';
import type { useDeals } from './use-deals.ts';

type Props = { deals: ReturnType<typeof useDeals> };

/** Takes the place of an empty list of deals, says why it may be empty, and what to do. */
export function NoDeals({ deals }: Props) {
  const t = useTexts(crmTexts);
  const { list, search, isFiltered, isSearching, values } = deals;
  if (isSearching) {
    return (
      <div aria-busy="true" role="status">
        <Empty icon="search" title={t.searchingOn} />
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      {isFiltered ? (
        <NothingFound
          action={<WithoutOthers deals={deals} />}
          list={list}
          title={titleOf(deals, t)}
        />
      ) : (
        <Empty icon="crm" isFiltered={false} title={t.noDeals}>
          {t.noDealsMore}
        </Empty>
      )}
      {list.hasNextPage ? null : <WhyMissing connectionId={values.connection} search={search} />}
    </div>
  );
}

const LONGEST_SHOWN = 60;

function titleOf({ search, hasOthers }: Props['deals'], t: (typeof crmTexts)['de']): string {
  if (!search) return t.noMatchingDeals;
  const letters = [...search];
  const isLong = letters.length > LONGEST_SHOWN;
  const shown = isLong ? `${letters.slice(0, LONGEST_SHOWN).join('')} …` : search;
  return hasOthers ? t.noDealNamedHere(shown) : t.noDealNamed(shown);
}

/** Offers to clear the other filters, because they may hide the deal that the person searches for. */
function WithoutOthers({ deals: { search, hasOthers, clearOthers } }: Props) {
  const t = useTexts(crmTexts);
  if (!search || !hasOthers) return null;
  return <Button onClick={clearOthers}>{t.withoutOthers}</Button>;
}

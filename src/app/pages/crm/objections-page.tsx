import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { nextPage, trpc } from '../../api/client.ts';
import { Time } from '../../session/time.tsx';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { classes } from '../../ui/classes.ts';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import type { FilterField } from '../../ui/filter/filter-fields.ts';
import { linkClass } from '../../ui/link-class.ts';
import { ListView } from '../../ui/list-view.tsx';
import { Listing } from '../../ui/listing.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { CrmFrame, CrmLink, NothingFound, NothingYet, useConnectionFields } from './frame.tsx';
import { objectionsPage } from './page.ts';
import { crmTexts } from './texts.ts';
import type { FoundObjection } from './use-deals.ts';

/** What customers say. Each objection is a card, because a row of a table would cut the text off. */
export function ObjectionsPage() {
  const t = useTexts(crmTexts);
  const title = objectionsPage.title[useLanguage()];
  const [values, set] = useFilters(['connection', 'category']);
  const { connection, category } = values;
  const list = useInfiniteQuery(
    trpc.crm.listObjections.infiniteQueryOptions(
      {
        limit: '50',
        ...(connection && { connection_id: connection }),
        ...(category && { category: category.slice(0, 50) }),
      },
      nextPage,
    ),
  );
  const isFiltered = Boolean(connection || category);
  const empty = isFiltered ? (
    <NothingFound list={list} title={t.noMatchingObjections} />
  ) : (
    <NothingYet title={t.noObjections} />
  );
  const fields: FilterField[] = [
    {
      name: 'category',
      label: t.category,
      options: categories.map((one) => [one, t.categories[one]] as const),
    },
    ...useConnectionFields(connection),
  ];
  return (
    <CrmFrame lead={t.objectionsLead} title={title}>
      <Listing filters={<FilterBar fields={fields} onChange={set} values={values} />}>
        <ListView empty={empty} list={list}>
          {(rows) => (
            <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-card shadow-sm">
              {rows.map((objection) => (
                <ObjectionRow key={objection.id} objection={objection} />
              ))}
            </ul>
          )}
        </ListView>
      </Listing>
    </CrmFrame>
  );
}

/** The categories that synchronizations use (D172). */
const categories = [
  ...(['price', 'budget', 'timing', 'authority', 'need', 'competitor', 'trust'] as const),
  ...(['product_fit', 'contract_legal', 'status_quo', 'other'] as const),
];

function ObjectionRow({ objection }: { objection: FoundObjection }) {
  const t = useTexts(crmTexts);
  const { text, lang, category, created_at, source, deal_id, deal_title, deal_url } = objection;
  return (
    <li className="grid gap-1.5 px-4 py-3">
      <p className="wrap-anywhere" lang={lang}>
        {text}
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
        <Badge>{categoryText(category, t)}</Badge>
        <span>
          {source ? `${t.sources[source]}${created_at ? ' · ' : ''}` : null}
          {created_at ? <Time at={created_at} /> : null}
        </span>
        <Link
          className={classes(linkClass, 'min-w-0 wrap-anywhere')}
          search={{ deal: deal_id } as never}
          to="/crm/deals"
        >
          {deal_title ?? t.untitled}
        </Link>
        {deal_url ? <CrmLink url={deal_url} /> : null}
      </p>
    </li>
  );
}

/** A category that this page does not know yet is shown as it is. */
function categoryText(category: string, { categories }: (typeof crmTexts)['de']): string {
  return categories[category as keyof typeof categories] ?? category;
}

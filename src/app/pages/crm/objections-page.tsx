import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { nextPage, trpc } from '../../api/client.ts';
import type { AppOutputs } from '../../api/outputs.ts';
import { Time } from '../../session/time.tsx';
import { dateText, moneyText, numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { classes } from '../../ui/classes.ts';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import type { FilterField } from '../../ui/filter/filter-fields.ts';
import { linkClass } from '../../ui/link-class.ts';
import { ListView } from '../../ui/list-view.tsx';
import { Listing } from '../../ui/listing.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table-row.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
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
        <Topics connection={connection} />
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

/** What each topic costs. A topic leads to its objections. */
function Topics({ connection }: { connection: string | undefined }) {
  const t = useTexts(crmTexts);
  const language = useLanguage();
  const { data } = useQuery(
    trpc.crm.sumObjections.queryOptions(connection ? { connection_id: connection } : {}, {
      placeholderData: keepPreviousData,
    }),
  );
  if (!data || data.sums.length === 0) return null;
  const columns: Column<Topic>[] = [
    {
      id: 'topic',
      title: t.category,
      cell: ({ category, count }, hides) => (
        <TwoLines more={hides('count') && `${t.views.objections}: ${numberText(count, language)}`}>
          <span className="font-medium">{categoryText(category, t)}</span>
        </TwoLines>
      ),
    },
    {
      id: 'count',
      title: t.views.objections,
      align: 'right',
      dropped: 'last',
      width: 120,
      cell: ({ count }) => <span className="tabular">{numberText(count, language)}</span>,
    },
    {
      id: 'deals',
      title: t.views.deals,
      align: 'right',
      dropped: 'last',
      width: 120,
      cell: ({ deals }) => <span className="tabular">{numberText(deals, language)}</span>,
    },
    {
      id: 'worth',
      title: t.worth,
      align: 'right',
      width: 240,
      narrow: 136,
      cell: ({ worth }, hides) => (
        <span className="tabular whitespace-pre">
          {worth.map((sum) => moneyText(sum, language)).join(hides('count') ? '\n' : ' · ') || '–'}
        </span>
      ),
    },
  ];
  return (
    <div className="grid gap-2">
      <Table
        columns={columns}
        keyOf={({ category }) => category}
        label={t.topics}
        rows={data.sums}
        to={({ category }) => ({ category })}
      />
      {data.looked_at === null ? null : (
        <p className="text-sm text-soft">
          {t.topicsOfNewest(numberText(data.looked_at, language))}
        </p>
      )}
    </div>
  );
}

type Topic = AppOutputs['crm']['sumObjections']['sums'][number];

function ObjectionRow({ objection }: { objection: FoundObjection }) {
  const t = useTexts(crmTexts);
  const language = useLanguage();
  const { text, lang, category, created_at, source, deal_id, deal_title, deal_url } = objection;
  const { deal_close_date: lost } = objection;
  return (
    <li className="grid gap-1.5 px-4 py-3">
      <p className="wrap-anywhere" lang={lang}>
        {text}
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
        <Badge>{categoryText(category, t)}</Badge>
        <span>
          {source ? `${t.sources[source]} · ` : null}
          {/* A first synchronization adds what was lost long ago. */}
          {lost ? `${t.lostOn(dateText(lost, { language, timeZone: 'UTC' }))} · ` : null}
          {created_at ? (
            <>
              {t.added} <Time at={created_at} />
            </>
          ) : null}
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

import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CrmDeal, CrmObjection } from '../../../features/crm/crm.schema.ts';
import { trpc } from '../../api/client.ts';
import { Time } from '../../session/time.tsx';
import { useLanguage, useTexts } from '../../text/language.ts';
import { restCommand } from '../../text/rest-command.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ListView } from '../../ui/list-view.tsx';
import { CrmFrame } from './crm-frame.tsx';
import { objectionsPage } from './page.ts';
import { crmTexts } from './texts.ts';
import { useDeals } from './use-deals.ts';

/** What customers say, in full: each is a card, since a row would cut it off. */
export function ObjectionsPage() {
  const t = useTexts(crmTexts);
  const title = objectionsPage.title[useLanguage()];
  const list = useInfiniteQuery(
    trpc.crm.listObjections.infiniteQueryOptions(
      { limit: '50' },
      { getNextPageParam: (page) => page.next_cursor },
    ),
  );
  const deals = useDeals().data?.pages.flatMap(({ data }): CrmDeal[] => data) ?? [];
  const empty = (
    <Empty icon="crm" line={restCommand({ path: '/crm/objections' })} title={t.noObjections}>
      {t.noObjectionsMore}
    </Empty>
  );
  return (
    <CrmFrame lead={t.objectionsLead} title={title}>
      <ListView empty={empty} list={list}>
        {(rows) => (
          <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-card shadow-sm">
            {rows.map((objection) => (
              <ObjectionRow
                deal={deals.find(({ id }) => id === objection.deal_id)}
                key={objection.id}
                objection={objection}
              />
            ))}
          </ul>
        )}
      </ListView>
    </CrmFrame>
  );
}

type RowProps = { objection: CrmObjection; deal: CrmDeal | undefined };

function ObjectionRow({ objection, deal }: RowProps) {
  const t = useTexts(crmTexts);
  const { text, lang, category, created_at, deal_id } = objection;
  return (
    <li className="grid gap-1.5 px-4 py-3">
      <p lang={lang}>{text}</p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-soft">
        <Badge>{categoryText(category, t)}</Badge>
        {created_at ? <Time at={created_at} /> : null}
        {deal ? (
          <Link
            className="rounded-sm text-accent-text underline-offset-4 hover:underline"
            search={{ deal: deal_id } as never}
            to="/crm/deals"
          >
            {deal.title ?? t.untitled}
          </Link>
        ) : (
          <span className="inline-flex min-w-0 items-center gap-2">
            {t.deal} <CopyableId id={deal_id} />
          </span>
        )}
      </p>
    </li>
  );
}

/** A category that is newer than this page is shown by its name. */
function categoryText(category: string, { categories }: (typeof crmTexts)['de']): string {
  return categories[category as keyof typeof categories] ?? category;
}

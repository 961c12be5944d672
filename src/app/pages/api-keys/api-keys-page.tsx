import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ListedKey, NewKey } from '../../../features/api-keys/api-keys.schema.ts';
import { statesOf } from '../../../shared/web/states.ts';
import { nextPage, trpc } from '../../api/client.ts';
import { useMay } from '../../session/session.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { restCommand } from '../../text/rest-command.ts';
import { Button } from '../../ui/button.tsx';
import { DocsLink } from '../../ui/docs-link.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Facets, type StateCounts } from '../../ui/filter/facets.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import type { Change } from '../../ui/filter/filter-fields.ts';
import { late } from '../../ui/late.tsx';
import { ListView } from '../../ui/list-view.tsx';
import { Listing } from '../../ui/listing.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import type { Verb } from '../../ui/row-menu.tsx';
import { useStateOptions } from '../../ui/state.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { isRotatable } from './key-cells.tsx';
import { KeyTable } from './key-table.tsx';
import { MadeKeyDialog } from './made-key-dialog.tsx';
import { apiKeysPage } from './page.ts';
import { keyTexts } from './texts.ts';

const KeyDrawer = late(() => import('./key-drawer.tsx').then((part) => part.KeyDrawer));
const CreateKeyDialog = late(() =>
  import('./create-key-dialog.tsx').then((part) => part.CreateKeyDialog),
);

const states = statesOf('key');
const shows = [...states, 'working', 'ended'] as const;

export function ApiKeysPage() {
  const t = useTexts(keyTexts);
  const title = apiKeysPage.title[useLanguage()];
  const mayCreate = useMay('make_api_keys');
  const [filters, setFilters] = useFilters(['show', 'key', 'rotate', 'new', 'scopes', 'sort'], {
    drawers: ['key', 'rotate', 'new'],
  });
  const [made, setMade] = useState<NewKey | null>(null);
  const show = shows.find((one) => one === filters.show) ?? 'all';
  const list = useInfiniteQuery(
    trpc.apiKeys.list.infiniteQueryOptions({ show, limit: '50' }, nextPage),
  );
  const counts = list.isError ? null : list.data?.pages[0]?.counts;
  const verbs = useVerbs((key) => setFilters({ key, rotate: '1' }));
  const create = (
    <Button icon="plus" look="primary" onClick={() => setFilters({ new: '1' })}>
      {t.create}
    </Button>
  );
  return (
    <>
      <PageHeader
        actions={mayCreate ? create : null}
        lead={
          <>
            {t.lead} <DocsLink page="guides/authentication">{t.guide}</DocsLink>
          </>
        }
        title={title}
      />
      <Listing filters={<KeyFilters counts={counts} onChange={setFilters} values={filters} />}>
        <ListView empty={<Nothing isFiltered={show !== 'all'} />} isTable list={list}>
          {(rows) => (
            <KeyTable
              to={({ key_id }) => ({ key: key_id })}
              onSort={list.hasNextPage ? undefined : (sort) => setFilters({ sort })}
              order={filters.sort}
              rows={rows}
              verbs={verbs}
            />
          )}
        </ListView>
      </Listing>
      {filters.new && mayCreate ? (
        <CreateKeyDialog
          isForWebhooks={filters.new === 'webhooks'}
          onClose={() => setFilters({ new: '', scopes: '' })}
          onMade={setMade}
          scopes={filters.scopes}
        />
      ) : null}
      {filters.key ? (
        <KeyDrawer
          isRotating={filters.rotate === '1'}
          keyId={filters.key}
          onClose={() => setFilters({ key: '', rotate: '' })}
          onMade={setMade}
          onRotated={() => setFilters({ rotate: '' })}
        />
      ) : null}
      {made ? <MadeKeyDialog answer={made} onClose={() => setMade(null)} /> : null}
    </>
  );
}

type FilterProps = {
  values: Readonly<Record<string, string | undefined>>;
  counts: StateCounts;
  onChange: (change: Change) => void;
};

/** By state, and those that work or that have ended, whatever their state. */
function KeyFilters({ values, counts, onChange }: FilterProps) {
  const t = useTexts(keyTexts);
  const sums = (['working', 'ended'] as const).map((one) => [one, t.shows[one]] as const);
  const options = [...useStateOptions('key', states), ...sums];
  const field = { name: 'show', word: 'status', label: t.show, options };
  return (
    <>
      <FilterBar fields={[field]} onChange={onChange} tabs={['sort']} values={values} />
      <Facets
        chosen={states.find((one) => one === values.show)}
        counts={counts}
        isAll={!values.show}
        noun="key"
        onChoose={(one) => onChange({ show: one })}
      />
    </>
  );
}

function useVerbs(rotate: (keyId: string) => void) {
  const t = useTexts(keyTexts);
  const navigate = useNavigate();
  const [mayMake, maySee] = [useMay('make_api_keys'), useMay('see_request_log')];
  return (key: ListedKey): Verb[] => {
    const { key_id } = key;
    const search = { key_id } as never;
    const see = () => void navigate({ to: '/request-log', search });
    const showsAll = key.predecessor ? t.showAllRequests : t.showRequests;
    return [
      ...(mayMake && isRotatable(key)
        ? [{ label: t.rotate, icon: 'rotate' as const, run: () => rotate(key_id) }]
        : []),
      ...(maySee ? [{ label: showsAll, icon: 'terminal' as const, run: see }] : []),
    ];
  };
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const t = useTexts(keyTexts);
  if (isFiltered) return <Empty icon="key" isFiltered title={t.emptyFiltered} />;
  return (
    <Empty icon="key" isFiltered={false} line={restCommand({ path: '/me' })} title={t.empty}>
      {t.emptyMore}
    </Empty>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { trpc } from '../../api/client.ts';
import { ContinueSearch } from '../../screens/continue-search.tsx';
import { useMay } from '../../session/session.ts';
import { useTexts } from '../../text/language.ts';
import { buttonClass } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/empty.tsx';
import type { FilterField } from '../../ui/filter/filter-fields.ts';
import { Icon } from '../../ui/icon.tsx';
import { linkClass } from '../../ui/link-class.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { tab, tabList } from '../../ui/tabs.tsx';
import { crmTexts } from './texts.ts';

type Props = { title: string; lead: ReactNode; actions?: ReactNode; children: ReactNode };

/** The frame of what comes from the CRMs, with links between its pages. */
export function CrmFrame({ title, lead, actions, children }: Props) {
  const t = useTexts(crmTexts);
  const views = [
    ['/crm/deals', t.views.deals],
    ['/crm/objections', t.views.objections],
  ] as const;
  return (
    <>
      <PageHeader actions={actions} lead={lead} title={title} />
      <div>
        <nav aria-label={t.crm} className={classes(tabList, 'mb-5')}>
          {views.map(([to, label]) => (
            <Link
              activeOptions={{ exact: true, includeSearch: false }}
              activeProps={{ 'data-active': '', 'aria-current': 'page' } as object}
              className={tab}
              key={to}
              to={to}
            >
              {label}
            </Link>
          ))}
        </nav>
        {children}
      </div>
    </>
  );
}

/** The filter by connection, for those who may see connections. A team with one has nothing to choose. */
export function useConnectionFields(value: string | undefined): FilterField[] {
  const t = useTexts(crmTexts);
  const maySee = useMay('see_crm_connections');
  const { data } = useQuery({ ...trpc.crm.connections.queryOptions({}), enabled: maySee });
  const options = (data?.data ?? []).map(({ id, name }) => [id, name] as const);
  if (options.length < 2 && !value) return [];
  return [{ name: 'connection', label: t.connection, options }];
}

/** Opens the deal in the CRM, in a new tab. */
export function CrmLink({ url }: { url: string }) {
  const t = useTexts(crmTexts);
  return (
    <a
      className={classes(linkClass, 'inline-flex items-center gap-1')}
      href={url}
      rel="noopener noreferrer"
      target="_blank"
    >
      {t.openInCrm}
      <Icon name="external" size={14} />
    </a>
  );
}

type List = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };

/** So far no row matches the filters. Older rows may match. */
export function NothingFound({ list, title }: { list: List; title: string }) {
  const action = list.hasNextPage ? <ContinueSearch list={list} /> : null;
  return <Empty action={action} icon="search" isFiltered title={title} />;
}

/** No CRM has given anything yet. Its connection says why. */
export function NothingYet({ title }: { title: string }) {
  const t = useTexts(crmTexts);
  const maySee = useMay('see_crm_connections');
  const link = (
    <Link className={buttonClass('plain')} to="/crm">
      {t.connections}
    </Link>
  );
  return <Empty action={maySee ? link : null} icon="crm" isFiltered={false} title={title} />;
}

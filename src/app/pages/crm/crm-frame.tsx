import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../text/language.ts';
import { classes } from '../../ui/classes.ts';
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

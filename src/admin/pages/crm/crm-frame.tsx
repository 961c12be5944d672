import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../text/language.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { crmTexts } from './texts.ts';

type Props = { title: string; lead: string; children: ReactNode };

/** Both lists of the CRM, one beside the other. */
export function CrmFrame({ title, lead, children }: Props) {
  const t = useTexts(crmTexts);
  const views = [
    ['/crm/deals', t.views.deals],
    ['/crm/objections', t.views.objections],
  ] as const;
  return (
    <>
      <PageHeader lead={lead} title={title} />
      <nav aria-label={t.crm} className="flex gap-4 border-b border-line">
        {views.map(([to, label]) => (
          <Link
            activeProps={{
              className: 'border-accent font-medium text-ink',
              'aria-current': 'page',
            }}
            className="-mb-px flex h-9 items-center border-b-2 text-sm"
            inactiveProps={{ className: 'border-transparent text-soft hover:text-ink' }}
            key={to}
            to={to}
          >
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </>
  );
}

/** The same list for a program. */
export function crmLine(list: 'deals' | 'objections'): string {
  return `curl -H 'Authorization: Bearer svck_live_…' '${location.origin}/api/public/v1/crm/${list}'`;
}

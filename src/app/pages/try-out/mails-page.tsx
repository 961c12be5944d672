import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShownMails } from '../../../features/try-out/try-out.schema.ts';
import { trpc } from '../../api/client.ts';
import { Ago } from '../../session/time.tsx';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icon.tsx';
import { late } from '../../ui/late.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { OnlyInSandbox } from './only-in-sandbox.tsx';
import { mailsPage } from './page.ts';
import { tryTexts } from './texts.ts';

const MailParts = late(() => import('./mail-parts.tsx').then((part) => part.MailParts));

export function MailsPage() {
  const t = useTexts(tryTexts);
  const title = mailsPage.title[useLanguage()];
  return (
    <>
      <PageHeader lead={t.mailsLead} title={title} />
      <OnlyInSandbox>
        <Mails />
      </OnlyInSandbox>
    </>
  );
}

const LATER_MS = 3_000;

/** Newest first. A worker writes each mail a moment after its cause. */
function Mails() {
  const t = useTexts(tryTexts);
  const read = useQuery(trpc.tryOut.mails.queryOptions({}, { refetchInterval: LATER_MS }));
  if (!read.data) return <NotLoaded isList read={read} />;
  const { data, has_more } = read.data;
  if (data.length === 0) {
    return (
      <Empty icon="mail" title={t.noMails}>
        {t.noMailsMore}
      </Empty>
    );
  }
  return (
    <>
      <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-card shadow-sm">
        {data.map((mail) => (
          <Mail key={mail.id} mail={mail} />
        ))}
      </ul>
      {has_more ? <p className="text-sm text-soft">{t.moreMails}</p> : null}
    </>
  );
}

function Mail({ mail }: { mail: ShownMails['data'][number] }) {
  const t = useTexts(tryTexts);
  const { at, recipient, lang, subject } = mail;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li>
      <details className="group" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className="grid list-none gap-1 px-4 py-3 hover:bg-hover [&::-webkit-details-marker]:hidden">
          <span className="flex items-baseline justify-between gap-x-4">
            <span className="flex min-w-0 items-baseline gap-1.5 font-medium wrap-anywhere">
              <Icon className="translate-y-0.5 group-open:rotate-90" name="right" size={14} />
              <span lang={lang}>{subject}</span>
            </span>
            <span className="shrink-0 text-xs text-soft">
              <Ago at={at} />
            </span>
          </span>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 pl-5 text-sm text-soft">
            <span className="min-w-0 wrap-anywhere">
              {t.to} {recipient}
            </span>
            <Badge>{t.notSent}</Badge>
          </span>
        </summary>
        {isOpen ? <MailParts mail={mail} /> : null}
      </details>
    </li>
  );
}

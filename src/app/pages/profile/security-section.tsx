import { useInfiniteQuery } from '@tanstack/react-query';
import type { SecurityPage } from '../../../features/security-log/security-log.schema.ts';
import { deviceOf } from '../../../shared/web/device-of.ts';
import { nextPage, trpc } from '../../api/client.ts';
import { Time } from '../../session/time.tsx';
import { useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { securityTexts } from './security-texts.ts';

type Entry = SecurityPage['data'][number];

/** What happened to the account, so that the person notices what somebody else has done. */
export function SecuritySection() {
  const t = useTexts(securityTexts);
  const ui = useTexts(uiTexts);
  const list = useInfiniteQuery(
    trpc.account.securityLog.infiniteQueryOptions({ limit: '10' }, nextPage),
  );
  const entries = list.data?.pages.flatMap((page) => page.data);
  return (
    <Section id="security" lead={t.lead} title={t.title}>
      <FailureNotice error={list.error} />
      {entries?.length ? (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {entries.map((entry) => (
            <SecurityRow entry={entry} key={entry.id} />
          ))}
        </ul>
      ) : null}
      {entries?.length === 0 ? <p className="text-sm text-soft">{t.empty}</p> : null}
      {list.isPending ? <Skeleton className="h-40 w-full" /> : null}
      {list.hasNextPage ? (
        <div>
          <Button
            isBusy={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
            size="sm"
          >
            {ui.more}
          </Button>
        </div>
      ) : null}
    </Section>
  );
}

function SecurityRow({ entry }: { entry: Entry }) {
  const t = useTexts(securityTexts);
  const device = deviceOf(entry.user_agent);
  // A kind that this build does not know yet is shown by its name.
  const kind = Object.entries(t.kinds).find(([name]) => name === entry.kind)?.[1] ?? entry.kind;
  const { name, machine, new_email, attempts = '1' } = entry.details;
  const about =
    name ?? machine ?? new_email ?? (attempts === '1' ? undefined : t.attempts(attempts));
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-3 py-2.5">
      <p className="min-w-0 break-words">
        {kind}
        {about ? <span className="text-soft"> · {about}</span> : null}
      </p>
      <p className="text-sm text-soft">
        <Time at={entry.at} />
      </p>
      {device || entry.ip ? (
        <p className="flex w-full flex-wrap gap-x-2 text-sm text-soft">
          {device ? <span>{device}</span> : null}
          {entry.ip ? <span className="font-mono text-xs leading-5">{entry.ip}</span> : null}
        </p>
      ) : null}
    </li>
  );
}

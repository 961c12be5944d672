import { useQuery } from '@tanstack/react-query';
import type { SessionList } from '../../../features/session/session.schema.ts';
import { deviceOf } from '../../../shared/web/device-of.ts';
import { client, reload, trpc } from '../../api/client.ts';
import { useOwnAction } from '../../api/use-action.ts';
import { Time } from '../../session/time.tsx';
import { useTexts } from '../../text/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { profileTexts } from './texts.ts';

type Row = SessionList['data'][number];

/** Where the person is signed in. */
export function SessionsSection() {
  const t = useTexts(profileTexts);
  const { data, error } = useQuery(trpc.session.list.queryOptions({}));
  const done = async () => {
    await reload();
    showToast(t.ended);
  };
  const end = useOwnAction(client.session.revoke.mutate, done);
  const endOthers = useOwnAction(client.session.revokeOthers.mutate, done);
  const others = data?.data.filter((one) => !one.is_current) ?? [];
  const endAll =
    others.length > 1 ? (
      <Button isBusy={endOthers.isBusy} onClick={() => void endOthers.run({})} size="sm">
        {t.endOthers}
      </Button>
    ) : null;
  return (
    <Section id="sessions" actions={endAll} lead={t.sessionsMore} title={t.sessions}>
      <FailureNotice error={error ?? end.error ?? endOthers.error} />
      {data ? (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {[...data.data.filter((one) => one.is_current), ...others].map((one) => (
            <SessionRow
              isBusy={end.isBusy}
              key={one.id}
              onEnd={() => void end.run({ session_id: one.id })}
              session={one}
            />
          ))}
        </ul>
      ) : null}
      {!data && !error ? <Skeleton className="h-24 w-full" /> : null}
    </Section>
  );
}

type RowProps = { session: Row; isBusy: boolean; onEnd: () => void };

function SessionRow({ session, isBusy, onEnd }: RowProps) {
  const t = useTexts(profileTexts);
  const device = deviceOf(session.user_agent) ?? t.unknown;
  return (
    <li className="flex min-h-14 items-center justify-between gap-3 px-3 py-2">
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {device}
          {session.is_current ? <Badge tone="accent">{t.thisOne}</Badge> : null}
        </p>
        <p className="flex flex-wrap gap-x-2 text-sm text-soft">
          <span>
            {t.lastSeen}: <Time at={session.last_seen_at} />
          </span>
          {session.ip ? <span className="font-mono text-xs leading-5">{session.ip}</span> : null}
        </p>
      </div>
      {session.is_current ? null : (
        <Button aria-label={`${t.end}: ${device}`} disabled={isBusy} onClick={onEnd} size="sm">
          {t.end}
        </Button>
      )}
    </li>
  );
}

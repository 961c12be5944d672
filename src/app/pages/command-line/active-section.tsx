import { useQuery } from '@tanstack/react-query';
import type { CommandLines } from '../../../features/command-line/command-line.schema.ts';
import { client, trpc } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { Time } from '../../session/time.tsx';
import { useTexts } from '../../text/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { commandLineTexts } from './texts.ts';

const EVERY_MS = 5_000;

type Row = CommandLines['data'][number];

/** Which command lines are logged in to the team. */
export function ActiveSection() {
  const t = useTexts(commandLineTexts);
  const { data, error } = useQuery({
    ...trpc.commandLine.logins.queryOptions({}),
    // A confirmed login appears a few seconds later, when its terminal has fetched it.
    refetchInterval: EVERY_MS,
  });
  const end = useAction(client.commandLine.endLogin.mutate, () => showToast(t.ended));
  return (
    <Section id="active" lead={t.activeLead} title={t.active}>
      <FailureNotice error={error ?? end.error} />
      {data?.data.length === 0 ? <p className="text-sm text-soft">{t.none}</p> : null}
      {data && data.data.length > 0 ? (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {data.data.map((login) => (
            <LoginRow
              isBusy={end.isBusy}
              key={login.id}
              login={login}
              onEnd={() => void end.run({ login_id: login.id })}
            />
          ))}
        </ul>
      ) : null}
      {!data && !error ? <Skeleton className="h-24 w-full" /> : null}
    </Section>
  );
}

type RowProps = { login: Row; isBusy: boolean; onEnd: () => void };

function LoginRow({ login, isBusy, onEnd }: RowProps) {
  const t = useTexts(commandLineTexts);
  const person = login.person ?? t.hidden;
  const machine = login.machine ?? login.system;
  return (
    <li className="flex min-h-14 items-center justify-between gap-3 px-3 py-2">
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-center gap-2 font-medium break-words">
          {person}
          {login.is_own ? <Badge tone="accent">{t.own}</Badge> : null}
        </p>
        <p className="flex flex-wrap gap-x-2 text-sm break-words text-soft">
          <span>{machine === login.system ? machine : `${machine}, ${login.system}`}</span>
          {login.ip ? <span className="font-mono text-xs leading-5">{login.ip}</span> : null}
        </p>
        <p className="text-sm text-soft">
          {t.since} <Time at={login.since} />, {t.until} <Time at={login.expires_at} />,{' '}
          {t.lastUsed} <Time at={login.last_used_at} />
        </p>
      </div>
      {login.may_end ? (
        <Button
          aria-label={`${t.end}: ${person}, ${machine}`}
          disabled={isBusy}
          onClick={onEnd}
          size="sm"
        >
          {t.end}
        </Button>
      ) : null}
    </li>
  );
}

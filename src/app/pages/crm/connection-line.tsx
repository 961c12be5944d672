import type { ConnectionSummary } from '../../../features/crm/connections/connections.schema.ts';
import { Ago } from '../../session/time.tsx';
import { useTimeZone } from '../../session/time-zone.tsx';
import { dateTimeText, numberText, timeOfDayText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { State } from '../../ui/state.tsx';
import { hasUsedBudget } from './connection-progress.ts';
import { connectionTexts } from './connections/texts.ts';
import { thingsOf } from './explain-failure.ts';
import { failureTexts } from './failure-texts.ts';
import { providerNames } from './provider-names.ts';

type Props = { connection: ConnectionSummary };

type WithState = Pick<ConnectionSummary, 'state'> & Partial<Pick<ConnectionSummary, 'failure'>>;

/** The server sends the failure only to those who may know of it. */
export function ConnectionState({ connection: { state, failure } }: { connection: WithState }) {
  const lacks = state === 'sign_in' && failure?.permission !== undefined;
  return <State is={lacks ? 'lacks_permission' : state} noun="connection" />;
}

/** The state of a connection, in one line. */
export function ConnectionLine({ connection }: Props) {
  const t = useTexts(connectionTexts);
  const { synced_at } = connection;
  const text = useLine(connection);
  if (connection.state !== 'up_to_date') return text;
  return (
    <span>
      {text} {synced_at ? <Ago at={synced_at} /> : t.lines.firstSoon}
    </span>
  );
}

function useLine(connection: ConnectionSummary): string {
  const { lines, deals } = useTexts(connectionTexts);
  const texts = useTexts(failureTexts);
  const language = useLanguage();
  const at = useMoment('at');
  const since = useMoment('since');
  const count = (value: number) => numberText(value, language);
  const { state, run, failure, next_sync_at, failing_since, waits_until } = connection;
  const provider = providerNames[language][connection.provider];
  switch (state) {
    case 'first':
      if (!run) return connection.in_work ? lines.firstStarted : lines.firstSoon;
      return run.expected === null
        ? lines.first(count(run.records))
        : lines.firstOf(count(run.records), count(Math.max(run.expected, run.records)));
    case 'up_to_date':
      return connection.synced_at ? lines.upToDate : '';
    case 'behind':
      return lines.behind(since(connection.read_to ?? connection.created_at));
    case 'running':
      return lines.running(count(run?.records ?? 0));
    case 'waits_for_quota':
      if (hasUsedBudget(connection)) {
        return waits_until ? lines.budget(at(waits_until)) : lines.budgetOpen;
      }
      return waits_until ? lines.waits(provider, at(waits_until)) : lines.waitsOpen(provider);
    case 'sign_in':
      return failure?.permission
        ? lines.permission(provider, failure.permission)
        : lines.signIn(provider);
    case 'paused':
      return lines.paused;
    case 'confirm_deletion':
      return failure?.gone !== undefined && failure.of !== undefined
        ? lines.confirm(count(failure.gone), count(failure.of), thingsOf(failure, texts))
        : lines.confirmOpen;
    case 'failing': {
      const from = since(failing_since ?? connection.created_at);
      return next_sync_at ? lines.failing(from, at(next_sync_at)) : lines.failingOpen(from);
    }
    case 'ended':
      return lines.ended;
    case 'removing':
      return lines.removing(deals(count(connection.deals)));
  }
}

/** Names a moment inside a sentence. A moment of today is named by its time alone. */
export function useMoment(kind: 'at' | 'since'): (at: string) => string {
  const t = useTexts(connectionTexts)[kind];
  const language = useLanguage();
  const timeZone = useTimeZone();
  return (at) => {
    const today = timeOfDayText(at, { language, timeZone });
    return today === null ? t.other(dateTimeText(at, { language, timeZone })) : t.day(today);
  };
}

import type { ConnectionSummary } from '../../../features/crm/connections/connections.schema.ts';
import { useTimeZone } from '../../session/time-zone.tsx';
import { dateTimeText, numberText, timeOfDayText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { State } from '../../ui/state.tsx';
import { conditionTexts, failureTexts } from './condition-texts.ts';
import { explainFailure } from './explain-failure.ts';
import { providerNames } from './provider.tsx';

type Props = { connection: ConnectionSummary };

export function ConnectionState({ connection: { state, failure } }: Props) {
  const lacks = state === 'sign_in' && failure?.permission !== undefined;
  return <State is={lacks ? 'lacks_permission' : state} noun="connection" />;
}

/** Whether one line at the head of the page says all. */
export const isCalm = ({ state }: ConnectionSummary): boolean =>
  state === 'up_to_date' || state === 'behind' || state === 'running';

/** What a connection does or lacks in one sentence, and what a person should know or do then. */
export type Condition = { text: string; more?: string };

export function useCondition(connection: ConnectionSummary): Condition {
  const t = useTexts(conditionTexts);
  const language = useLanguage();
  const explain = useExplain(connection.provider);
  const at = useMoment('at');
  const since = useMoment('since');
  const count = (value: number) => numberText(value, language);
  const { state, run, failure, next_sync_at, failing_since, created_at } = connection;
  const { what, toDo } = failure ? explain(failure) : { what: '', toDo: '' };
  switch (state) {
    case 'first':
      if (!run)
        return { text: connection.in_work ? t.firstStarted : t.firstSoon, more: t.firstMore };
      return {
        text:
          run.expected === null
            ? t.first(count(run.records))
            : t.firstOf(count(run.records), count(Math.max(run.expected, run.records))),
        more: t.firstMore,
      };
    case 'up_to_date':
      return { text: t.upToDate };
    case 'behind':
      return { text: t.behind(since(connection.read_to ?? created_at)) };
    case 'running':
      return { text: t.running(count(run?.records ?? 0)) };
    case 'waits_for_quota': {
      const { waits_until, daily_budget, requests_today } = connection;
      const goesOn = waits_until ? t.goesOn(at(waits_until)) : t.goesOnOpen;
      // It may wait because of its own budget, and not because of the provider's quota.
      if (daily_budget !== null && requests_today >= daily_budget) {
        return { text: `${t.budget} ${goesOn}`, more: t.budgetMore };
      }
      return { text: `${t.quota(providerNames[language][connection.provider])} ${goesOn}` };
    }
    case 'sign_in':
    case 'confirm_deletion':
      return { text: what, more: toDo };
    case 'failing': {
      const text = t.failing(since(failing_since ?? created_at));
      const next = next_sync_at ? ` ${t.nextTry(at(next_sync_at))}` : '';
      return { text: `${text}${next}`, more: `${what} ${toDo}` };
    }
    case 'paused':
      return { text: t.paused };
    case 'ended':
      return { text: t.ended, more: t.endedMore };
    case 'removing': {
      const { deals, objections } = connection;
      return { text: t.removing(t.deals(count(deals)), t.objections(count(objections))) };
    }
  }
}

type Explain = (failure: Parameters<typeof explainFailure>[0]['failure']) => Explained;
type Explained = ReturnType<typeof explainFailure>;

/** Says in the person's language why a synchronization has failed. */
export function useExplain(provider: ConnectionSummary['provider']): Explain {
  const t = useTexts(failureTexts);
  const language = useLanguage();
  const count = (value: number) => numberText(value, language);
  return (failure) =>
    explainFailure({ failure, provider: providerNames[language][provider], t, count });
}

/** Names a moment inside a sentence. A moment of today is named by its time alone. */
function useMoment(kind: 'at' | 'since'): (at: string) => string {
  const t = useTexts(conditionTexts)[kind];
  const language = useLanguage();
  const timeZone = useTimeZone();
  return (at) => {
    const today = timeOfDayText(at, { language, timeZone });
    return today === null ? t.other(dateTimeText(at, { language, timeZone })) : t.day(today);
  };
}

const BUSY_MS = 1_000;
const CALM_MS = 15_000;

type Seen = Pick<ConnectionSummary, 'state' | 'next_sync_at'>;

/** Whether the connection runs, or will run soon. */
function isMoving({ state, next_sync_at }: Seen): boolean {
  if (state === 'first' || state === 'running' || state === 'removing') return true;
  return next_sync_at !== null && Date.parse(next_sync_at) < Date.now() + BUSY_MS;
}

/** The milliseconds after which the page reads these connections again. */
export function lookAgain(connections: readonly Seen[]): number {
  return connections.some(isMoving) ? BUSY_MS : CALM_MS;
}

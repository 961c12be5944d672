import { useEffect, useRef, useState } from 'react';
import { failureOf } from '../api/failure.ts';
import { lossOf } from '../api/lost-answer.ts';
import { PartError } from '../api/part-error.ts';
import { useTexts } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import type { IconName } from '../ui/icon.tsx';
import { uiTexts } from '../ui/texts.ts';
import { HomeLink } from './home-link.tsx';
import { PartScreen } from './part-screen.tsx';
import { Screen } from './screen.tsx';
import { screenTexts } from './texts.ts';

type Explained = { icon: IconName; title: string; more: string };

function explain(error: unknown, t: (typeof screenTexts)['de']): Explained {
  const failure = failureOf(error);
  if (!failure) {
    const loss = lossOf(error) ?? 'offline';
    const waits = loss === 'unavailable' || loss === 'late' || loss === 'too_many';
    return { icon: waits ? 'clock' : 'alert', ...t.losses[loss] };
  }
  switch (failure.code) {
    case 'forbidden':
    case 'no_team':
      return { icon: 'privacy', title: t.forbidden, more: t.forbiddenMore };
    case 'not_included':
      return { icon: 'privacy', title: t.notIncluded, more: t.notIncludedMore };
    case 'team_suspended':
      return { icon: 'privacy', title: t.suspended, more: t.suspendedMore };
    case 'privacy_restricted':
      return { icon: 'privacy', title: t.privacy, more: t.privacyMore };
    case 'not_found':
      return { icon: 'search', title: t.notFound, more: t.notFoundMore };
    case 'rate_limited':
      return { icon: 'clock', title: t.losses.too_many.title, more: failure.explanation ?? '' };
    default:
      if (failure.httpStatus === 503) {
        return { icon: 'clock', ...t.losses.unavailable };
      }
      if (failure.httpStatus < 500) return { icon: 'alert', title: failure.title, more: '' };
      return { icon: 'alert', title: t.broken, more: t.brokenMore };
  }
}

type Props = { error: unknown; retry?: () => void; isWhole?: boolean };

const replaced = new PartError('replaced', () => Promise.resolve());

/** Says what could not be loaded, and why. If the server has said when to try again, the screen tries by itself. */
export function FailureScreen({ error, retry, isWhole = false }: Props) {
  const t = useTexts(screenTexts);
  const ui = useTexts(uiTexts);
  const failure = failureOf(error);
  const { icon, title, more } = explain(error, t);
  const seconds = useCountdown(error, retry);
  if (failure?.code === 'unknown_procedure') {
    return <PartScreen error={replaced} isWhole={isWhole} />;
  }
  // What is gone does not come back by another try.
  const isGone = failure?.code === 'not_found';
  const again = retry ? <Button onClick={retry}>{ui.retry}</Button> : null;
  const isOurs = (failure?.httpStatus ?? 0) >= 500;
  return (
    <Screen actions={isGone ? <HomeLink /> : again} icon={icon} isWhole={isWhole} title={title}>
      {more ? <p>{more}</p> : null}
      {seconds === null ? null : <p className="tabular">{t.unavailableIn(seconds)}</p>}
      {isOurs && failure?.request_id ? (
        <p>
          {ui.requestId} <CopyableId id={failure.request_id} />
        </p>
      ) : null}
    </Screen>
  );
}

/**
 * Counts down to the next try. Each error restarts the count, so a server that stays away is not asked more often than
 * it has said.
 */
function useCountdown(error: unknown, done: (() => void) | undefined): number | null {
  const from = done ? failureOf(error)?.retry_after : undefined;
  const [left, setLeft] = useState<number | null>(null);
  const newest = useRef(done);
  newest.current = done;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new error may name the same time as the last one.
  useEffect(() => {
    if (from === undefined) {
      setLeft(null);
      return undefined;
    }
    const end = Date.now() + from * 1000;
    setLeft(from);
    const timer = setInterval(() => {
      const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      setLeft(seconds);
      if (seconds > 0) return;
      clearInterval(timer);
      newest.current?.();
    }, 500);
    return () => clearInterval(timer);
  }, [error, from]);
  return left !== null && left > 0 ? left : null;
}

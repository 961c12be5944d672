import { useEffect, useState } from 'react';
import type { PartError, PartReason } from '../api/part-error.ts';
import { useTexts } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { uiTexts } from '../ui/texts.ts';
import { mayReload } from '../ui/unsaved.ts';
import { Screen } from './screen.tsx';
import { screenTexts } from './texts.ts';

type Explained = { icon: 'alert' | 'clock' | 'refresh'; title: string; more: string };

function explain(reason: PartReason, t: (typeof screenTexts)['de']): Explained {
  switch (reason) {
    case 'unreachable':
      return { icon: 'alert', title: t.losses.offline.title, more: t.partOffline };
    case 'unavailable':
      return { icon: 'clock', ...t.losses.unavailable };
    case 'replaced':
      return { icon: 'refresh', title: t.newVersion, more: t.newVersionMore };
    case 'interrupted':
      return { icon: 'refresh', title: t.interrupted, more: t.interruptedMore };
  }
}

type Props = { error: PartError; reset?: (() => void) | undefined; isWhole?: boolean };

/**
 * Takes the place of a page whose code could not be loaded, or whose server no longer knows what it asks. It tries again
 * by itself when it can.
 */
export function PartScreen({ error, reset, isWhole = true }: Props) {
  const t = useTexts(screenTexts);
  const ui = useTexts(uiTexts);
  const [isBusy, setIsBusy] = useState(false);
  const { reason, again } = error;
  const { icon, title, more } = explain(reason, t);
  const needsReload = reason === 'replaced' || reason === 'interrupted';
  useEffect(() => {
    if (needsReload) {
      reloadOnce();
      return undefined;
    }
    const tryAgain = () => void again().then(reset, () => undefined);
    addEventListener('online', tryAgain);
    return () => removeEventListener('online', tryAgain);
  }, [needsReload, again, reset]);
  const retry = async () => {
    setIsBusy(true);
    await again().catch(() => undefined);
    setIsBusy(false);
    reset?.();
  };
  const step = needsReload ? (
    <Button look="primary" onClick={() => location.reload()}>
      {ui.reload}
    </Button>
  ) : (
    <Button isBusy={isBusy} onClick={() => void retry()}>
      {ui.retry}
    </Button>
  );
  return (
    <Screen actions={step} icon={icon} isWhole={isWhole} title={title}>
      <p>{more}</p>
    </Screen>
  );
}

const RELOADED = 'reloaded-for';

/** Reloads only if nothing would be lost, and not a second time. */
function reloadOnce(): void {
  if (!mayReload()) return;
  try {
    if (sessionStorage.getItem(RELOADED) === location.href) return;
    sessionStorage.setItem(RELOADED, location.href);
  } catch {
    return;
  }
  location.reload();
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RetryProgress } from '../../../../features/webhooks/retry-all.schema.ts';
import { client, reload, trpc } from '../../../api/client.ts';
import { useAction } from '../../../api/use-action.ts';
import { useMay } from '../../../session/session.ts';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { State } from '../../../ui/state.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { retryTexts } from './texts.ts';

const LOOK_MS = 800;

/** Shows the progress of a bulk retry. The retry goes on when the person closes the dialog. */
export function RetryProgressDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts(retryTexts);
  const ui = useTexts(uiTexts);
  const mayChange = useMay('change_webhooks');
  const [ends, setEnds] = useState(false);
  const read = useQuery(
    trpc.webhooks.retryProgress.queryOptions(
      { retry_id: id },
      { refetchInterval: ({ state }) => (isOver(state.data) ? false : LOOK_MS) },
    ),
  );
  const { data } = read;
  const end = useAction(client.webhooks.endRetries.mutate, () => {
    showToast(t.ended);
  });
  const close = () => {
    void reload();
    onClose();
  };
  const buttons = (
    <>
      {mayChange && data && data.finished_at === null ? (
        <Button onClick={() => setEnds(true)}>{t.end}</Button>
      ) : null}
      <Button look="primary" onClick={close}>
        {ui.close}
      </Button>
    </>
  );
  return (
    <Dialog footer={buttons} onClose={close} title={t.progress}>
      {data ? <Progress run={data} /> : null}
      <NotLoaded read={read}>
        <Skeleton className="h-24 w-full" />
      </NotLoaded>
      {ends ? (
        <Confirm
          action={end}
          input={{ retry_id: id }}
          onClose={() => setEnds(false)}
          title={t.endTitle}
          verb={t.end}
        >
          <p>{t.endMore}</p>
        </Confirm>
      ) : null}
    </Dialog>
  );
}

/** When all deliveries are queued, the last attempts may still run. */
function isOver(run: RetryProgress | undefined): boolean {
  return run?.finished_at != null && (run.outcome === null || run.outcome.waiting === 0);
}

function Progress({ run }: { run: RetryProgress }) {
  const t = useTexts(retryTexts);
  const language = useLanguage();
  const { expected, retried, outcome } = run;
  const number = (value: number) => numberText(value, language);
  const over = isOver(run);
  const label = t.queued(number(retried), expected === null ? null : number(expected));
  const state = run.stopped ? 'stopped' : over ? 'finished' : 'running';
  return (
    <>
      <div className="flex items-center justify-between gap-3 text-sm" role="status">
        <span className="tabular">{label}</span>
        <State is={state} noun="bulkRetry" />
      </div>
      <progress
        aria-label={label}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-sunk accent-accent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunk [&::-webkit-progress-value]:bg-accent"
        max={Math.max(expected ?? run.looked_at, 1)}
        value={run.finished_at ? Math.max(expected ?? run.looked_at, 1) : retried}
      />
      {outcome ? (
        <dl className="grid grid-cols-3 divide-x divide-line rounded-xl border border-line text-sm">
          {(['arrived', 'failed', 'waiting'] as const).map((name) => (
            <div className="grid content-between gap-0.5 px-2.5 py-2 sm:px-3" key={name}>
              <dt className="text-xs text-soft">{t[name]}</dt>
              <dd className="tabular text-lg font-medium">{number(outcome[name])}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </>
  );
}

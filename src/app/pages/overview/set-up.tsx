import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useTexts } from '../../text/language.ts';
import { listenCommand } from '../../text/listen-command.ts';
import { restCommand } from '../../text/rest-command.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RestLine } from '../../ui/rest-line.tsx';
import { TryRequest } from '../../ui/try-request.tsx';
import { isUnfinished, type Step, type Track } from './set-up-steps.ts';
import { setUpTexts } from './set-up-texts.ts';

type Props = { track: Track; steps: readonly Step[] };

/** One track of the set-up. The next step says what to do, and later steps wait. A finished track is not shown. */
export function SetUp({ track, steps }: Props) {
  const t = useTexts(setUpTexts);
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  if (!isUnfinished(steps)) return null;
  return (
    <section className="grid content-start overflow-hidden rounded-xl border border-line bg-card shadow-sm">
      <header className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
        <h2 className="font-medium">{t.setUp[track]}</h2>
        <div className="flex items-center gap-2.5">
          <span className="tabular text-sm text-soft">{t.progress(done, steps.length)}</span>
          <Progress share={done / steps.length} />
        </div>
      </header>
      <ol>
        {steps.map((step) => (
          <li className="border-t border-line" key={step.id}>
            <StepRow isNext={step === next} step={step} />
          </li>
        ))}
      </ol>
    </section>
  );
}

type RowProps = { step: Step; isNext: boolean };

function StepRow({ step, isNext }: RowProps) {
  const t = useTexts(setUpTexts);
  const { id, isDone, to, search, waits } = step;
  // A dialog or an answer stays on the page even when the step is done.
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="flex gap-3 px-4 py-3">
      <StepIcon isDone={isDone} isNext={isNext} />
      <div className="grid min-w-0 flex-1 gap-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p className={classes(isNext ? 'font-medium' : 'text-soft')}>
            {t.steps[id]}
            <span className="hidden-text"> ({isDone ? t.done : t.open})</span>
          </p>
          {isDone || isNext || isOpen || waits ? null : canDoHere(step) ? (
            <button className={quietLink} onClick={() => setIsOpen(true)} type="button">
              {t.doNow[step.id]}
            </button>
          ) : (
            <Link className={quietLink} search={(search ?? {}) as never} to={to}>
              {t.go[id]}
            </Link>
          )}
        </div>
        {isNext || isOpen ? (
          <>
            <p className="text-sm text-pretty text-soft">{t.stepsMore[id]}</p>
            <StepWork onDone={() => setIsOpen(true)} step={step} />
          </>
        ) : null}
      </div>
    </div>
  );
}

type StepToDoHere = Step & { id: 'request' | 'webhook' };

const canDoHere = (step: Step): step is StepToDoHere =>
  step.id === 'request' || step.id === 'webhook';

/** The button of a step: it does the step here, or leads to the page where the person can do it. */
function StepWork({ step: { id, to, search }, onDone }: { step: Step; onDone: () => void }) {
  const t = useTexts(setUpTexts);
  if (id === 'request') {
    return (
      <>
        <TryRequest onAnswered={onDone} />
        <Disclosure title={t.fromShell}>
          <RestLine text={restCommand({ path: '/me' })} />
        </Disclosure>
        <Link className={quietLink} search={(search ?? {}) as never} to={to}>
          {t.go.request}
        </Link>
      </>
    );
  }
  const page = (
    <div>
      <Link className={buttonClass('primary')} search={(search ?? {}) as never} to={to}>
        {t.go[id]}
      </Link>
    </div>
  );
  if (id !== 'webhook' && id !== 'endpoint') return page;
  return (
    <>
      {id === 'webhook' ? <SendTest endpointId={to.replace('/webhooks/', '')} /> : page}
      <Disclosure title={t.onMyMachine}>
        <div className="grid gap-2">
          <p className="text-sm text-pretty text-soft">{t.onMyMachineMore}</p>
          <CopyLine text={listenCommand()} />
        </div>
      </Disclosure>
    </>
  );
}

/** Sends a test event to the newest endpoint. The page asks again until the event has arrived. */
function SendTest({ endpointId }: { endpointId: string }) {
  const t = useTexts(setUpTexts);
  const test = useAction(client.webhooks.testEndpoint.mutate);
  const [isSent, setIsSent] = useState(false);
  const send = async () => setIsSent(await test.run({ endpoint_id: endpointId }));
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button isBusy={test.isBusy} look="primary" onClick={() => void send()}>
          {t.sendTest}
        </Button>
        <Link className={quietLink} to={`/webhooks/${endpointId}`}>
          {t.go.webhook}
        </Link>
      </div>
      <p aria-live="polite" className="text-sm text-pretty text-soft empty:hidden">
        {isSent ? t.testSent : null}
      </p>
      <FailureNotice error={test.error} />
    </div>
  );
}

const quietLink =
  'justify-self-start rounded-sm text-sm text-accent-text underline-offset-4 hover:underline';

function StepIcon({ isDone, isNext }: { isDone: boolean; isNext: boolean }) {
  const look = isDone
    ? 'border-accent bg-accent text-white'
    : isNext
      ? 'border-accent'
      : 'border-edge';
  return (
    <span
      aria-hidden="true"
      className={classes(
        'mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border',
        look,
      )}
    >
      {isDone ? <Icon name="check" size={14} /> : null}
    </span>
  );
}

function Progress({ share }: { share: number }) {
  return (
    <svg aria-hidden="true" className="h-1.5 w-24 rounded-full" viewBox="0 0 100 6">
      <rect className="fill-line" height="6" rx="3" width="100" />
      <rect className="fill-accent" height="6" rx="3" width={share * 100} />
    </svg>
  );
}

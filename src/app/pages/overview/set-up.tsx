import { Link } from '@tanstack/react-router';
import { useTexts } from '../../text/language.ts';
import { restCommand } from '../../text/rest-command.ts';
import { buttonClass } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import { RestLine } from '../../ui/rest-line.tsx';
import type { Step } from './set-up-steps.ts';
import { overviewTexts } from './texts.ts';

/**
 * The steps of the set-up. The open step says what to do, and later steps wait. When all are done,
 * nothing is shown.
 */
export function SetUp({ steps }: { steps: readonly Step[] }) {
  const t = useTexts(overviewTexts);
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  if (!next) return null;
  return (
    <section className="grid overflow-hidden rounded-xl border border-line bg-card shadow-sm">
      <header className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
        <h2 className="font-medium">{t.setUp}</h2>
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

function StepRow({ step, isNext }: { step: Step; isNext: boolean }) {
  const t = useTexts(overviewTexts);
  const { id, isDone, to, search } = step;
  return (
    <div className="flex gap-3 px-4 py-3">
      <StepMark isDone={isDone} isNext={isNext} />
      <div className="grid min-w-0 flex-1 gap-2">
        <p className={classes(isNext ? 'font-medium' : 'text-soft')}>
          {t.steps[id]}
          <span className="hidden-text"> ({isDone ? t.done : t.open})</span>
        </p>
        {isNext ? (
          <>
            <p className="text-sm text-soft">{t.stepsMore[id]}</p>
            {id === 'request' ? <RestLine text={restCommand({ path: '/me' })} /> : null}
            <div>
              <Link
                className={buttonClass(id === 'request' ? 'plain' : 'primary')}
                search={(search ?? {}) as never}
                to={to}
              >
                {t.go[id]}
              </Link>
            </div>
          </>
        ) : null}
      </div>
    </div>
  );
}

function StepMark({ isDone, isNext }: { isDone: boolean; isNext: boolean }) {
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

import type { Step } from '../../../../features/webhooks/delivery-detail.schema.ts';
import type { StateTone } from '../../../../shared/web/states.ts';
import { Time } from '../../../session/time.tsx';
import { useTexts } from '../../../text/language.ts';
import { StateMark } from '../../../ui/state.tsx';
import { askerName } from './asker-name.ts';
import { Section } from './section.tsx';
import { deliveryTexts } from './texts.ts';

/** The same marks as in the strip of attempts. A step that neither worked nor failed is hollow. */
function toneOf(what: Step['what']): StateTone {
  if (what === 'arrived') return 'works';
  return what === 'attempted' || what === 'gave_up' ? 'failed' : 'ended';
}

export function TimeLine({ steps }: { steps: readonly Step[] }) {
  const t = useTexts(deliveryTexts);
  return (
    <Section title={t.timeLine}>
      <ol className="grid text-sm">
        {steps.map((step, index) => (
          <li
            className="relative flex min-h-8 flex-wrap items-baseline gap-x-2 pb-2 pl-6 before:absolute before:top-4 before:bottom-0 before:left-[0.3rem] before:w-px before:bg-line last:before:hidden"
            // biome-ignore lint/suspicious/noArrayIndexKey: new steps come only at the end.
            key={index}
          >
            <span className="absolute top-1.5 left-0">
              <StateMark tone={toneOf(step.what)} />
            </span>
            <span>
              {t.steps[step.what]}
              {step.by ? (
                <span className="text-soft"> {t.requestedBy(askerName(step.by, t))}</span>
              ) : null}
              {step.n === undefined ? null : (
                <span className="text-soft"> · {t.attempt(step.n)}</span>
              )}
            </span>
            <span className="ml-auto text-soft">
              <Time at={step.at} shows="date-time" />
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  type Passed,
  type PassingTime,
  passingTimes,
} from '../../../../features/try-out/try-out.schema.ts';
import { client } from '../../../api/client.ts';
import { useAction } from '../../../api/use-action.ts';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { passTimeTexts } from './pass-time-texts.ts';

const times = Object.keys(passingTimes) as PassingTime[];

/** In a sandbox a person can skip the wait for a retry, for the mail or for the pause. */
export function PassTime({ endpointId }: { endpointId: string }) {
  const t = useTexts(passTimeTexts);
  const language = useLanguage();
  const [requested, setRequested] = useState<PassingTime | null>(null);
  const [last, setLast] = useState<{ time: PassingTime; passed: Passed } | null>(null);
  const pass = useAction(client.tryOut.passTime.mutate, (passed, { time }) =>
    setLast({ time, passed }),
  );
  return (
    <Section lead={t.lead} title={t.title}>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="hidden-text">{t.choose}</legend>
        {times.map((time) => (
          <Button
            icon="clock"
            disabled={pass.isBusy && requested !== time}
            isBusy={pass.isBusy && requested === time}
            key={time}
            onClick={() => {
              setRequested(time);
              void pass.run({ endpoint_id: endpointId, time });
            }}
          >
            {t.times[time]}
          </Button>
        ))}
      </fieldset>
      <FailureNotice error={pass.error} />
      <p aria-live="polite" className="min-h-5 text-sm text-soft">
        {last && !pass.error
          ? t.passed(t.times[last.time], numberText(last.passed.due, language), last.passed.due)
          : t.steps}{' '}
        <Link className="text-accent-text underline underline-offset-2" to="/mails">
          {t.mails}
        </Link>
      </p>
    </Section>
  );
}

import { useState } from 'react';
import type { StateOf } from '../../../../shared/web/states.ts';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Button } from '../../../ui/button.tsx';
import { Radio } from '../../../ui/check.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import type { DeliveryFilter } from '../deliveries/use-delivery-filters.ts';
import { PreviewedAll, PreviewedFailed } from './retry-preview.tsx';
import { firstSince, oldestEvent, SinceField } from './since-field.tsx';
import { retryTexts } from './texts.ts';
import { resendChoices, useResend } from './use-resend.ts';

type Props = {
  filter: DeliveryFilter;
  /** The status that the list is filtered by. */
  status: StateOf<'delivery'> | undefined;
  isFiltered: boolean;
  /** Since when nothing has arrived at the endpoint. Null for the deliveries of all endpoints. */
  failingSince: string | null;
  onStarted: (retryId: string) => void;
  onClose: () => void;
};

/**
 * Starts a bulk retry, or a replay of all events at one endpoint. Before the person confirms, it says how many
 * deliveries of which types it would send.
 */
export function RetryDialog(props: Props) {
  const { filter, status, isFiltered, failingSince, onStarted, onClose } = props;
  const t = useTexts(retryTexts);
  const ui = useTexts(uiTexts);
  const language = useLanguage();
  const [choice, setChoice] = useState(() => firstChoice(status));
  const [moments] = useState(() => ({
    failingSince,
    filterFrom: filter.from ?? null,
    openedAt: Date.now(),
  }));
  const [since, setSince] = useState(() => firstSince(moments));
  const chosen = { choice, filter, from: since.from, oldest: oldestEvent(moments.openedAt) };
  const resend = useResend(chosen, onStarted);
  const { count = 0, error } = resend;
  const isUnclear = since.from === '';
  const buttons = (
    <>
      <Button onClick={onClose}>{ui.cancel}</Button>
      <Button
        disabled={count === 0 || isUnclear}
        icon="refresh"
        isBusy={resend.isBusy}
        look="primary"
        onClick={() => void resend.run()}
      >
        {count > 0 && resend.isWhole ? t.start(numberText(count, language)) : t.startAll}
      </Button>
    </>
  );
  const filtered = choice === 'all' ? t.filteredAll : t.filtered;
  return (
    <Dialog footer={buttons} lead={t.lead} onClose={onClose} title={t.title}>
      <SinceField moments={moments} onChange={setSince} since={since} />
      <Choices
        choice={choice}
        choices={resendChoices.filter((one) => one !== 'all' || filter.endpoint_id)}
        onChange={setChoice}
      />
      {filter.endpoint_id ? null : <p className="text-sm text-soft">{t.chooseEndpoint}</p>}
      {isFiltered ? <p className="text-sm text-soft">{filtered}</p> : null}
      {isUnclear ? null : <Preview resend={resend} />}
      <FailureNotice error={error} />
    </Dialog>
  );
}

function Preview({ resend: { failed, kept, error } }: { resend: ReturnType<typeof useResend> }) {
  if (failed) return <PreviewedFailed preview={failed} />;
  if (kept) return <PreviewedAll preview={kept} />;
  return error ? null : <Skeleton className="h-16 w-full" />;
}

type Choice = (typeof resendChoices)[number];

/** What the list shows is chosen, as far as it can be sent again. */
function firstChoice(status: Props['status']): Choice {
  if (status === 'gave_up') return 'gave_up';
  return status === 'retrying' ? 'pending' : 'failed';
}

type ChoicesProps = {
  choices: readonly Choice[];
  choice: Choice;
  onChange: (choice: Choice) => void;
};

function Choices({ choices, choice, onChange }: ChoicesProps) {
  const t = useTexts(retryTexts);
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-2 text-sm font-medium">{t.which}</legend>
      {choices.map((one) => (
        <Radio
          checked={one === choice}
          key={one}
          label={t.choices[one]}
          name="status"
          onChange={() => onChange(one)}
          {...(one === 'all' && { hint: t.allHint })}
        />
      ))}
    </fieldset>
  );
}

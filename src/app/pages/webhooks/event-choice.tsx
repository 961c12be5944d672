import { subscribableEvents } from '../../../features/webhooks/subscribable-events.ts';
import { useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/check.tsx';
import { endpointTexts } from './endpoints/texts.ts';
import { eventTexts } from './event-texts.ts';
import type { ChosenType } from './event-types.ts';

type Props = { chosen: readonly ChosenType[]; onChange: (types: ChosenType[]) => void };

/** Every type of event, with what it means. No entry means all of them (D153). */
export function EventChoice({ chosen, onChange }: Props) {
  const t = useTexts(endpointTexts);
  const { meanings } = useTexts(eventTexts);
  const hasAll = chosen.length === subscribableEvents.length;
  const toggle = (type: ChosenType) =>
    onChange(subscribableEvents.filter((one) => (one === type) !== chosen.includes(one)));
  return (
    <fieldset className="grid gap-1.5">
      <legend className="hidden-text">{t.events}</legend>
      <div className="flex items-center justify-between gap-2">
        <span aria-hidden="true" className="text-sm font-medium">
          {t.events}
        </span>
        <Button
          look="quiet"
          onClick={() => onChange(hasAll ? [] : [...subscribableEvents])}
          size="sm"
        >
          {hasAll ? t.none : t.all}
        </Button>
      </div>
      <div className="grid gap-2.5 rounded-lg border border-line p-3">
        {subscribableEvents.map((type) => (
          <Checkbox
            checked={chosen.includes(type)}
            hint={meanings[type]}
            key={type}
            label={<code className="font-mono text-xs">{type}</code>}
            onChange={() => toggle(type)}
          />
        ))}
      </div>
      {chosen.length === 0 ? <p className="text-sm text-soft">{t.eventsHint}</p> : null}
    </fieldset>
  );
}

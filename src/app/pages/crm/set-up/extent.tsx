import type { ConnectionDetail } from '../../../../features/crm/connections/connections.schema.ts';
import { useTimeZone } from '../../../session/time-zone.tsx';
import { clockText, numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Checkbox, Radio } from '../../../ui/check.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Section } from '../../../ui/section.tsx';
import { providerNames } from '../provider-names.ts';
import { budgetOf, type SetUpValues } from './set-up-form.ts';
import { setUpTexts } from './texts.ts';

export type ShownValues = {
  connection: ConnectionDetail;
  values: SetUpValues;
  onChange: (values: SetUpValues) => void;
  isReadOnly: boolean;
};

const intervals = [5, 15, 60, 1440] as const;

/** Which deals are read, how often, and how many requests that costs. */
export function Extent(props: ShownValues) {
  const { values, onChange, isReadOnly } = props;
  const t = useTexts(setUpTexts);
  return (
    <Section title={t.extent}>
      <div className="grid items-start gap-5 md:grid-cols-2">
        <SelectField
          disabled={isReadOnly}
          label={t.every}
          onChange={({ target }) => {
            const chosen = intervals.find((one) => String(one) === target.value);
            if (chosen) onChange({ ...values, every_minutes: chosen });
          }}
          value={values.every_minutes}
        >
          {intervals.map((one) => (
            <option key={one} value={one}>
              {t.intervals[one]}
            </option>
          ))}
        </SelectField>
        <Budget {...props} />
        <Pipelines {...props} />
        <Checkbox
          checked={values.notes}
          disabled={isReadOnly}
          hint={t.notesHint}
          label={t.notes}
          onChange={({ target }) => onChange({ ...values, notes: target.checked })}
        />
      </div>
    </Section>
  );
}

function Budget({ connection, values, onChange, isReadOnly }: ShownValues) {
  const t = useTexts(setUpTexts);
  const language = useLanguage();
  const timeZone = useTimeZone();
  const { provider, daily_budget, chosen_budget, day_began_at } = connection;
  const begins = t.budgetDay(clockText(day_began_at, { language, timeZone }));
  const usual =
    daily_budget === null
      ? t.budgetNone
      : chosen_budget === null
        ? t.budgetUsual(numberText(daily_budget, language))
        : t.budgetHalf;
  return (
    <TextField
      autoComplete="off"
      disabled={isReadOnly}
      error={budgetOf(values.budget) === undefined ? t.budgetInvalid : undefined}
      hint={`${t.budgetHint(providerNames[language][provider], usual)} ${begins}`}
      inputMode="numeric"
      label={t.budget}
      onChange={({ target }) => onChange({ ...values, budget: target.value })}
      value={values.budget}
    />
  );
}

function Pipelines({ connection, values, onChange, isReadOnly }: ShownValues) {
  const t = useTexts(setUpTexts);
  const { pipelines } = connection;
  const chosen = values.pipelines;
  if (pipelines.length === 0) {
    return (
      <div className="grid content-start gap-1.5">
        <p className="text-sm font-medium">{t.pipelines}</p>
        <p className="text-sm text-soft">{t.notYet}</p>
      </div>
    );
  }
  const existing = new Set(pipelines.map(({ id }) => id));
  // A person can remove a pipeline from the choice even if the CRM no longer has it.
  const gone = (chosen ?? []).filter((id) => !existing.has(id)).map((id) => ({ id, name: id }));
  const toggle = (id: string) => {
    const next = chosen?.includes(id)
      ? chosen.filter((one) => one !== id)
      : [...(chosen ?? []), id];
    onChange({ ...values, pipelines: next });
  };
  return (
    <fieldset className="grid content-start gap-2.5">
      <legend className="mb-2 text-sm font-medium">{t.pipelines}</legend>
      <Radio
        checked={chosen === null}
        disabled={isReadOnly}
        label={t.allPipelines}
        name="pipelines"
        onChange={() => onChange({ ...values, pipelines: null })}
      />
      <Radio
        checked={chosen !== null}
        disabled={isReadOnly}
        label={t.somePipelines}
        name="pipelines"
        onChange={() => onChange({ ...values, pipelines: pipelines.map(({ id }) => id) })}
      />
      {chosen === null ? null : (
        <div className="grid gap-2 pl-6.5">
          {[...pipelines, ...gone].map(({ id, name }) => (
            <Checkbox
              checked={chosen.includes(id)}
              disabled={isReadOnly}
              key={id}
              label={name}
              onChange={() => toggle(id)}
            />
          ))}
          <p className="text-sm text-soft">
            {chosen.length === 0 ? t.pipelineNeeded : t.pipelinesHint}
          </p>
        </div>
      )}
    </fieldset>
  );
}

import { useRef, useState } from 'react';
import type { ConnectionDetail } from '../../../../features/crm/connections/connections.schema.ts';
import { client } from '../../../api/client.ts';
import { useEdit } from '../../../api/use-edit.ts';
import { useMay } from '../../../session/session.ts';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/check.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Section } from '../../../ui/section.tsx';
import { type ShowValue, StaleDialog } from '../../../ui/stale-dialog.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { useUnsaved } from '../../../ui/unsaved.ts';
import { Fields, Owners } from './mappings.tsx';
import {
  budgetOf,
  changesOf,
  fieldsOf,
  inputOf,
  isSame,
  isValid,
  type SettingsValues,
  valuesOf,
} from './settings-form.ts';
import { settingsTexts } from './settings-texts.ts';

export type Shown = {
  connection: ConnectionDetail;
  values: SettingsValues;
  onChange: (values: SettingsValues) => void;
};

/** What a team takes from its CRM: which deals, from which fields, and whose they are. */
export function Settings({ connection }: { connection: ConnectionDetail }) {
  const t = useTexts(settingsTexts);
  const mayChange = useMay('change_crm_connections');
  const connection_id = connection.id;
  // The settings of the server when the person began. They stay until the person saves.
  const [seen, setSeen] = useState({ values: valuesOf(connection), version: connection.version });
  const [values, setValues] = useState(seen.values);
  const begin = (now: ConnectionDetail) => {
    setSeen({ values: valuesOf(now), version: now.version });
    setValues(valuesOf(now));
  };
  const read = () => client.crm.getConnection.query({ connection_id });
  const edit = useEdit({
    send: async (now: SettingsValues, version, options) => {
      const input = { connection_id, version, ...inputOf(now, seen.values) };
      return { now, saved: await client.crm.changeConnection.mutate(input, options) };
    },
    newest: read,
    mine: (now) => changesOf(now, seen.values),
    theirs: (now) => fieldsOf(valuesOf(now)),
    done: ({ now, saved }) => {
      setSeen({ values: now, version: saved.version });
      showToast(t.saved);
    },
  });
  const isChanged = !isSame(values, seen.values);
  const place = useRef<HTMLElement>(null);
  useUnsaved(isChanged, place);
  // If the person has changed nothing here, the form takes what others have saved. A save of the person
  // leaves other fields as others have saved them meanwhile.
  const isSeen = connection.version === seen.version && isSame(valuesOf(connection), seen.values);
  if (!isChanged && !edit.isBusy && !isSeen) begin(connection);
  const shown = { connection, values, onChange: setValues };
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3" ref={place}>
      <h2 className="font-semibold">{t.title}</h2>
      <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-3" disabled={!mayChange}>
        <Extent {...shown} />
        <Fields {...shown} />
        <Owners {...shown} />
      </fieldset>
      <FailureNotice error={edit.error} />
      {isChanged ? (
        <div className="rise sticky bottom-4 z-10 flex flex-wrap items-center justify-end gap-2 justify-self-end rounded-xl border border-line bg-card p-2 shadow-lg max-sm:w-full">
          <Button look="quiet" onClick={() => setValues(seen.values)}>
            {t.reset}
          </Button>
          <Button
            disabled={!isValid(values)}
            isBusy={edit.isBusy}
            look="primary"
            onClick={() => void edit.run(values, seen.version)}
          >
            {t.save}
          </Button>
        </div>
      ) : null}
      <StaleDialog
        fields={t.names}
        onReload={async () => begin(await read())}
        show={useShow(connection)}
        stale={edit.stale}
      />
    </section>
  );
}

/** Shows pipelines and fields by their names in the CRM. */
function useShow({ pipelines, fields }: ConnectionDetail): ShowValue {
  const t = useTexts(settingsTexts);
  const names = new Map([...pipelines, ...fields].map(({ id, name }) => [id, name]));
  const nameOf = (id: unknown) => names.get(String(id)) ?? String(id);
  return (field, value) => {
    if (field === 'every_minutes') return t.intervals[value as keyof typeof t.intervals];
    if (field === 'pipelines') {
      return Array.isArray(value) ? value.map(nameOf).join(', ') : t.allPipelines;
    }
    return field.endsWith('_field') && value ? nameOf(value) : undefined;
  };
}

const intervals = [5, 15, 60, 1440] as const;

/** Which deals are read, how often, and with how many requests. */
function Extent(props: Shown) {
  const { connection, values, onChange } = props;
  const t = useTexts(settingsTexts);
  const language = useLanguage();
  const { daily_budget, chosen_budget, requests_today } = connection;
  const half =
    chosen_budget === null && daily_budget !== null
      ? `${t.budgetHalf}: ${numberText(daily_budget, language)}`
      : t.budgetHalf;
  return (
    <Section lead={t.extentLead} title={t.extent}>
      <div className="grid items-start gap-5 md:grid-cols-3">
        <TextField
          autoComplete="off"
          label={t.names.name}
          maxLength={100}
          onChange={({ target }) => onChange({ ...values, name: target.value })}
          value={values.name}
        />
        <SelectField
          label={t.names.every_minutes}
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
        <TextField
          autoComplete="off"
          error={budgetOf(values.budget) === undefined ? t.budgetInvalid : undefined}
          hint={t.budgetUsed(numberText(requests_today, language))}
          inputMode="numeric"
          label={t.names.daily_budget}
          onChange={({ target }) => onChange({ ...values, budget: target.value })}
          placeholder={daily_budget === null ? t.budgetNone : half}
          value={values.budget}
        />
        <Pipelines {...props} />
        <div className="md:col-span-2">
          <Checkbox
            checked={values.notes}
            hint={t.notesHint}
            label={t.names.notes}
            onChange={({ target }) => onChange({ ...values, notes: target.checked })}
          />
        </div>
      </div>
    </Section>
  );
}

function Pipelines({ connection: { pipelines }, values, onChange }: Shown) {
  const t = useTexts(settingsTexts);
  const { pipelines: chosen } = values;
  const existing = new Set(pipelines.map(({ id }) => id));
  // A person can remove a pipeline from the choice even if the CRM no longer has it.
  const gone = (chosen ?? []).filter((id) => !existing.has(id)).map((id) => ({ id, name: id }));
  const choose = (next: string[] | null) => onChange({ ...values, pipelines: next });
  const toggle = (id: string, all: string[]) =>
    choose(all.includes(id) ? all.filter((one) => one !== id) : [...all, id]);
  return (
    <fieldset className="grid content-start gap-2.5">
      <legend className="mb-2 text-sm font-medium">{t.names.pipelines}</legend>
      <Checkbox
        checked={chosen === null}
        disabled={pipelines.length === 0}
        hint={pipelines.length === 0 ? t.notYet : null}
        label={t.allPipelines}
        onChange={({ target }) => choose(target.checked ? null : pipelines.map(({ id }) => id))}
      />
      {chosen === null ? null : (
        <div className="grid gap-2 pl-6.5">
          {[...pipelines, ...gone].map(({ id, name }) => (
            <Checkbox
              checked={chosen.includes(id)}
              key={id}
              label={name}
              onChange={() => toggle(id, chosen)}
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

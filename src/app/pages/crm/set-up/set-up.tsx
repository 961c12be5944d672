import { useRef, useState } from 'react';
import type { ConnectionDetail } from '../../../../features/crm/connections/connections.schema.ts';
import { client } from '../../../api/client.ts';
import { useEdit } from '../../../api/use-edit.ts';
import { useMay } from '../../../session/session.ts';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { type ShowValue, StaleDialog } from '../../../ui/stale-dialog.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { useUnsaved } from '../../../ui/unsaved.ts';
import { connectionPageTexts } from '../connection/texts.ts';
import { Extent } from './extent.tsx';
import { Fields } from './fields.tsx';
import { Owners } from './owners.tsx';
import { budgetOf, changeOf, fieldsOf, isSame, type SetUpValues, valuesOf } from './set-up-form.ts';
import { setUpTexts } from './texts.ts';

/** All settings that a team can choose for a connection. */
export function SetUp({ connection }: { connection: ConnectionDetail }) {
  const t = useTexts(setUpTexts);
  return (
    <div className="grid gap-4">
      <p className="max-w-2xl text-pretty text-soft">{t.lead}</p>
      <LeftOutNotice connection={connection} />
      <Choices connection={connection} />
      <Owners connection={connection} />
    </div>
  );
}

function Choices({ connection }: { connection: ConnectionDetail }) {
  const t = useTexts(setUpTexts);
  const mayChange = useMay('change_crm_connections');
  const connection_id = connection.id;
  // The settings of the server when the person began. They stay until the person saves.
  const [seen, setSeen] = useState({ values: valuesOf(connection), version: connection.version });
  const [values, setValues] = useState(seen.values);
  const read = () => client.crm.getConnection.query({ connection_id });
  const edit = useEdit({
    send: async (now: SetUpValues, version, options) => {
      const input = { connection_id, version, ...changeOf(now) };
      return { now, saved: await client.crm.changeConnection.mutate(input, options) };
    },
    newest: read,
    mine: (now) => fieldsOf(changeOf(now)),
    theirs: (now) => fieldsOf(changeOf(valuesOf(now))),
    done: ({ now, saved }) => {
      setSeen({ values: now, version: saved.version });
      showToast(t.saved);
    },
  });
  const isChanged = !isSame(values, seen.values);
  const place = useRef<HTMLDivElement>(null);
  useUnsaved(isChanged, place);
  // Other dialogs change names and owners. If the person has changed nothing here, the form takes the new version.
  if (!isChanged && !edit.isBusy && connection.version !== seen.version) {
    setSeen({ values: valuesOf(connection), version: connection.version });
    setValues(valuesOf(connection));
  }
  const showNew = async () => {
    const now = await read();
    setSeen({ values: valuesOf(now), version: now.version });
    setValues(valuesOf(now));
  };
  const isValid = budgetOf(values.budget) !== undefined && values.pipelines?.length !== 0;
  const shown = { connection, values, onChange: setValues, isReadOnly: !mayChange };
  return (
    <div className="grid gap-4" ref={place}>
      <Extent {...shown} />
      <Fields {...shown} />
      <FailureNotice error={edit.error} />
      {mayChange ? (
        <div className="flex flex-wrap justify-end gap-2">
          {isChanged ? <Button onClick={() => setValues(seen.values)}>{t.reset}</Button> : null}
          <Button
            disabled={!isChanged || !isValid}
            isBusy={edit.isBusy}
            look="primary"
            onClick={() => void edit.run(values, seen.version)}
          >
            {t.save}
          </Button>
        </div>
      ) : null}
      <StaleDialog
        fields={useFieldNames()}
        onReload={showNew}
        show={useShow(connection)}
        stale={edit.stale}
      />
    </div>
  );
}

/** The names of the fields that others may have changed. */
export function useFieldNames(): Record<string, string> {
  const t = useTexts(setUpTexts);
  const { name } = useTexts(connectionPageTexts);
  return {
    name,
    every_minutes: t.every,
    daily_budget: t.budget,
    pipelines: t.pipelines,
    notes: t.notes,
    industry_field: t.industry,
    industry_values: t.values,
    lost_reason_field: t.lost,
    objections_field: t.objections,
    owners: t.staleOwners,
  };
}

/** Shows pipelines and fields by their names in the CRM. */
function useShow({ pipelines, fields }: ConnectionDetail): ShowValue {
  const t = useTexts(setUpTexts);
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

const kinds = ['pipelines', 'stages', 'fields', 'choices'] as const;

/** Says how much of what the CRM has cannot be chosen here, because the CRM has so much. */
function LeftOutNotice({ connection: { left_out } }: { connection: ConnectionDetail }) {
  const t = useTexts(setUpTexts);
  const language = useLanguage();
  const missing = left_out ? kinds.filter((kind) => left_out[kind] > 0) : [];
  if (!left_out || missing.length === 0) return null;
  const counts = missing.map((kind) => t.leftOut[kind](numberText(left_out[kind], language)));
  return (
    <Notice title={t.leftOutTitle}>
      <p>
        {t.leftOutMissing(counts.join(', '))} {t.leftOutMore}
      </p>
    </Notice>
  );
}

import { useId, useState } from 'react';
import type { Scope } from '../../../auth/scopes.ts';
import type { NewKey } from '../../../features/api-keys/api-keys.schema.ts';
import { client } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { Radio } from '../../ui/check.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, useSchemaForm } from '../../ui/form.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { type NewKeyForm, newKeyForm } from './new-key-form.ts';
import { reloadKeys } from './reload-keys.ts';
import { ScopeChoice } from './scope-choice.tsx';
import { keyTexts } from './texts.ts';

type Props = { onClose: () => void; onMade: (key: NewKey) => void };

const templates = ['read_only', 'read_and_assignments', 'custom'] as const;
type Template = (typeof templates)[number];
const DAY_MS = 86_400_000;
const days = { never: null, d30: 30, d90: 90, d365: 365 } as const;
const expiries = Object.keys(days) as (keyof typeof days)[];

export function CreateKeyDialog({ onClose, onMade }: Props) {
  const t = useTexts(keyTexts);
  const ui = useTexts(uiTexts);
  const id = useId();
  const [template, setTemplate] = useState<Template>('read_only');
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const create = useAction(client.apiKeys.create.mutate, async (answer: NewKey) => {
    await reloadKeys();
    onClose();
    onMade(answer);
  });
  const { form, error, isBusy } = useSchemaForm<NewKeyForm>({
    draft: 'new-key',
    defaults: { name: '', ip_ranges: '', expires: 'never' },
    schema: newKeyForm,
    submit: ({ name, ip_ranges, expires }) =>
      create.orThrow({
        name,
        ip_ranges: ip_ranges.split(/[\s,]+/).filter(Boolean),
        expires_at: expiryOf(expires),
        ...(template === 'custom' ? { scopes: [...scopes] } : { template }),
      }),
  });
  const buttons = (
    <>
      <Button onClick={onClose}>{ui.cancel}</Button>
      <Button
        disabled={template === 'custom' && scopes.length === 0}
        form={id}
        isBusy={isBusy}
        look="primary"
        type="submit"
      >
        {t.create}
      </Button>
    </>
  );
  return (
    <Dialog footer={buttons} onClose={onClose} title={t.create}>
      <Form error={error} id={id} onSubmit={form.handleSubmit}>
        <form.AppField name="name">
          {(field) => <field.Text autoComplete="off" autoFocus hint={t.nameHint} label={t.name} />}
        </form.AppField>
        <fieldset className="grid gap-2.5">
          <legend className="mb-2 text-sm font-medium">{t.rights}</legend>
          {templates.map((one) => (
            <Radio
              checked={one === template}
              hint={t.templateHints[one]}
              key={one}
              label={t.templates[one]}
              name="template"
              onChange={() => setTemplate(one)}
            />
          ))}
        </fieldset>
        {template === 'custom' ? <ScopeChoice chosen={scopes} onChange={setScopes} /> : null}
        <form.AppField name="ip_ranges">
          {(field) => <field.Area hint={t.addressesHint} label={t.addresses} />}
        </form.AppField>
        <form.AppField name="expires">
          {(field) => (
            <field.Select label={t.expires}>
              {expiries.map((one) => (
                <option key={one} value={one}>
                  {t.expiries[one]}
                </option>
              ))}
            </field.Select>
          )}
        </form.AppField>
      </Form>
    </Dialog>
  );
}

function expiryOf(choice: string): string | null {
  const length = days[expiries.find((one) => one === choice) ?? 'never'];
  return length === null ? null : new Date(Date.now() + length * DAY_MS).toISOString();
}

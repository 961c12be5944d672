import { useStore } from '@tanstack/react-form';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ListedKey, NewKey } from '../../../features/api-keys/api-keys.schema.ts';
import { client, trpc } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { useSchemaForm } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import {
  type CreateKeyForm,
  canCopyEnd,
  copyOf,
  createKeyForm,
  expiries,
  keyInputOf,
  keyWith,
  rangesIn,
  webhooksKey,
} from './create-key-form.ts';
import { ScopeChoice } from './scope-choice.tsx';
import { TemplateChoice } from './template-choice.tsx';
import { keyTexts } from './texts.ts';

type Props = {
  /** The key that is duplicated. A key's scopes never change, so people duplicate a key to get other scopes. */
  original?: ListedKey;
  /** The form begins with the scopes that the guide on webhooks needs. */
  isForWebhooks?: boolean;
  /** The form begins with these scopes, with commas between them: a program has asked for them. */
  scopes?: string | undefined;
  onClose: () => void;
  onMade: (key: NewKey) => void;
};

export function CreateKeyDialog(props: Props) {
  const { original, onClose } = props;
  const t = useTexts(keyTexts);
  const sent = useKeyForm(props);
  const { form } = sent;
  const { template, scopes } = useStore(form.store, ({ values }) => values);
  const hintId = useId();
  const lacksScopes = template === 'custom' && scopes.length === 0;
  const canEndAlike = original !== undefined && canCopyEnd(original);
  const needsScopes = { 'aria-describedby': hintId, disabled: true, title: t.scopesNeeded };
  return (
    <FormDialog
      button={lacksScopes ? needsScopes : {}}
      lead={original ? t.duplicateMore : null}
      onClose={onClose}
      sent={sent}
      title={original ? t.duplicateTitle(original.name) : t.create}
      verb={t.create}
    >
      <form.AppField name="name">
        {(field) => <field.Text autoComplete="off" hint={t.nameHint} label={t.name} />}
      </form.AppField>
      <form.AppField name="template">
        {(field) => <TemplateChoice chosen={template} onChange={field.handleChange} />}
      </form.AppField>
      {template === 'custom' ? (
        <form.AppField name="scopes">
          {(field) => <ScopeChoice chosen={scopes} hintId={hintId} onChange={field.handleChange} />}
        </form.AppField>
      ) : null}
      <form.AppField name="expires">
        {(field) => (
          <field.Select label={t.expires}>
            {expiries
              .filter((one) => one !== 'same' || canEndAlike)
              .map((one) => (
                <option key={one} value={one}>
                  {t.expiries[one]}
                </option>
              ))}
          </field.Select>
        )}
      </form.AppField>
      <form.AppField name="ip_ranges">
        {(field) => (
          <div className="grid gap-2">
            <field.Area hint={t.addressesHint} invalid={t.addressInvalid} label={t.addresses} />
            <OwnAddress onChange={field.handleChange} ranges={field.state.value} />
          </div>
        )}
      </form.AppField>
    </FormDialog>
  );
}

function useKeyForm({ original, isForWebhooks = false, scopes = '', onClose, onMade }: Props) {
  const t = useTexts(keyTexts);
  const [openedAt] = useState(() => Date.now());
  const make = useAction(
    (input: ReturnType<typeof keyInputOf>, options) =>
      original
        ? client.apiKeys.duplicate.mutate({ key_id: original.key_id, ...input }, options)
        : client.apiKeys.create.mutate(input, options),
    (answer: NewKey) => {
      onClose();
      onMade(answer);
    },
  );
  const initial = isForWebhooks ? webhooksKey : keyWith(scopes);
  const draft = isForWebhooks ? 'webhooks-key' : `new-key${scopes && ` ${scopes}`}`;
  return useSchemaForm<CreateKeyForm>({
    draft: original ? `duplicate ${original.key_id}` : draft,
    defaults: original ? copyOf(original, t.copyOf(original.name)) : initial,
    schema: createKeyForm,
    submit: (values) => make.orThrow(keyInputOf(values, openedAt)),
  });
}

type OwnAddressProps = { ranges: string; onChange: (ranges: string) => void };

/** Adds the person's own address to the list. The service says which address it sees. */
function OwnAddress({ ranges, onChange }: OwnAddressProps) {
  const t = useTexts(keyTexts);
  const { data } = useQuery(trpc.apiKeys.callerAddress.queryOptions({}));
  if (!data?.range) return null;
  const { range } = data;
  const isListed = rangesIn(ranges).some((one) => one === range || one === data.ip);
  if (isListed) return <p className="text-sm text-soft">{t.hasOwnAddress(range)}</p>;
  return (
    <div>
      <Button
        icon="plus"
        onClick={() => onChange([...rangesIn(ranges), range].join('\n'))}
        size="sm"
      >
        {t.addOwnAddress(range)}
      </Button>
    </div>
  );
}

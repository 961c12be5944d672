import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { z } from 'zod';
import type { ConnectionSummary } from '../../../../features/crm/connections/connections.schema.ts';
import { lineText } from '../../../../shared/schema/text.ts';
import { client } from '../../../api/client.ts';
import type { AppOutputs } from '../../../api/outputs.ts';
import { useAction, useRemoval } from '../../../api/use-action.ts';
import { isSandbox } from '../../../session/rights.ts';
import { useTeam } from '../../../session/session.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { Form, useSchemaForm } from '../../../ui/form.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { mayClose } from '../../../ui/unsaved.ts';
import { providerNames } from '../provider.tsx';
import { connectTexts } from './connect-texts.ts';

type Offered = AppOutputs['crm']['providers']['data'][number];
type Credentials = Parameters<typeof client.crm.connect.mutate>[0]['credentials'];

type Props = {
  offered: Offered;
  /** The connection that gets new credentials. Missing: a new connection is made. */
  again?: ConnectionSummary | undefined;
  onClose: () => void;
};

/** Fields that hold names, not secrets: they are readable while a person types. */
const openFields: readonly string[] = ['company', 'my_domain', 'consumer_key'];

/** Connects a CRM by a consent at the provider, or by what a person enters. The demo's CRM needs neither. */
export function ConnectDialog({ offered, again, onClose }: Props) {
  const t = useTexts(connectTexts);
  const ui = useTexts(uiTexts);
  const names = providerNames[useLanguage()];
  const id = useId();
  const { provider, oauth, fields } = offered;
  const inSandbox = isSandbox(useTeam()) && provider !== 'demo';
  const [byKey, setByKey] = useState(!oauth);
  const sent = useConnect(offered, again, onClose);
  const { form, place, isBusy } = sent;
  const labels: Record<string, string> = t.fields;
  const hints: Record<string, string> = t.hints;
  const isNamed = !again && fields.length > 0;
  const cancel = async () => {
    if (await mayClose(place.current)) onClose();
  };
  const buttons = (
    <>
      <Button onClick={() => void cancel()}>{ui.cancel}</Button>
      {byKey ? (
        <Button
          {...(fields.length === 0 && { 'data-first': '' })}
          form={id}
          isBusy={isBusy}
          look="primary"
          type="submit"
        >
          {t.connect}
        </Button>
      ) : null}
    </>
  );
  return (
    <Dialog
      footer={buttons}
      lead={inSandbox ? t.inSandbox : undefined}
      onClose={onClose}
      title={again ? t.again(again.name) : t.title(names[provider])}
    >
      {byKey ? (
        <>
          <p className="text-sm text-pretty text-soft wrap-anywhere">{t.where[provider]}</p>
          <Form id={id} sent={sent}>
            {fields.map((name) => (
              <form.AppField key={name} name={name}>
                {(field) => (
                  <field.Text
                    autoComplete="off"
                    hint={hints[name]}
                    label={labels[name] ?? name}
                    spellCheck={false}
                    type={openFields.includes(name) ? 'text' : 'password'}
                  />
                )}
              </form.AppField>
            ))}
            {isNamed ? (
              <form.AppField name="name">
                {(field) => <field.Text autoComplete="off" hint={t.nameHint} label={t.name} />}
              </form.AppField>
            ) : null}
          </Form>
        </>
      ) : (
        <>
          <Consent again={again} provider={provider} />
          <div>
            <Button look="quiet" onClick={() => setByKey(true)}>
              {t.byToken}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

/** The form of the credentials. The server asks the provider before it stores them, and says why it refuses them. */
function useConnect({ provider, fields }: Offered, again: Props['again'], onClose: () => void) {
  const t = useTexts(connectTexts);
  const navigate = useNavigate();
  // The last connection that a team may have leaves nothing to connect on the page below.
  const connect = useRemoval(client.crm.connect.mutate, async (made) => {
    await navigate({ to: `/crm/${made.id}`, replace: true });
    showToast(made.revived ? t.revived : t.connected(made.account_name ?? made.account_id));
  });
  const renew = useAction(client.crm.reconnect.mutate, onClose);
  // A copied value often ends with a space or a line break.
  const secret = z.string().trim().min(1).max(2_000);
  return useSchemaForm<Record<string, string>>({
    defaults: Object.fromEntries([...fields, 'name'].map((name) => [name, ''])),
    schema: z.object({
      ...Object.fromEntries(fields.map((name) => [name, secret])),
      name: z.union([z.literal(''), lineText(1, 100)]),
    }),
    submit: (values) => {
      const entered = fields.map((name) => [name, values[name]?.trim()]);
      const credentials = Object.fromEntries(entered) as Credentials;
      if (again) return renew.orThrow({ connection_id: again.id, credentials });
      const name = values.name?.trim();
      return connect.orThrow({ provider, credentials, ...(name && { name }) });
    },
  });
}

/** Leads to the page of the provider on which the person allows the access. */
function Consent({ provider, again }: Pick<Offered, 'provider'> & Pick<Props, 'again'>) {
  const t = useTexts(connectTexts);
  const name = providerNames[useLanguage()][provider];
  const [leaves, setLeaves] = useState(false);
  const begin = useAction(client.crm.beginOAuth.mutate, ({ url }) => {
    setLeaves(true);
    location.assign(url);
  });
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-soft">{t.oauthMore(name)}</p>
      <Button
        icon="external"
        isBusy={begin.isBusy || leaves}
        look="primary"
        onClick={() => void begin.run({ provider, ...(again && { connection_id: again.id }) })}
      >
        {t.oauth(name)}
      </Button>
      <FailureNotice error={begin.error} />
    </div>
  );
}

import { useId, useState } from 'react';
import type {
  AccountFound,
  ConnectionSummary,
  Provider,
} from '../../../../features/crm/connections/connections.schema.ts';
import { client } from '../../../api/client.ts';
import { useAction } from '../../../api/use-action.ts';
import { isSandbox } from '../../../session/rights.ts';
import { useTeam } from '../../../session/session.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { Form, useSchemaForm } from '../../../ui/form.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { mayClose } from '../../../ui/unsaved.ts';
import { providerNames } from '../provider-names.ts';
import {
  credentialForm,
  type Entered,
  isFieldName,
  openFields,
  trimmed,
} from './credential-form.ts';
import type { Offered } from './provider-choice.tsx';
import { connectTexts } from './texts.ts';

type Props = {
  offered: Offered;
  title: string;
  again?: ConnectionSummary | undefined;
  onBack?: (() => void) | undefined;
  onClose: () => void;
  onFound: (account: AccountFound, credentials: Entered) => void;
};

/** How the access is given: by a consent at the provider, or by what a person enters. */
export function CredentialsDialog({ offered, title, again, onBack, onClose, onFound }: Props) {
  const t = useTexts(connectTexts);
  const ui = useTexts(uiTexts);
  const id = useId();
  const inSandbox = isSandbox(useTeam());
  const { provider, oauth, fields } = offered;
  const [entersToken, setEntersToken] = useState(!oauth);
  const test = useAction(client.crm.testCredentials.mutate, (account, { credentials }) =>
    onFound(account, credentials),
  );
  const { form, place, error, isBusy } = useSchemaForm<Record<string, string>>({
    defaults: Object.fromEntries(fields.map((name) => [name, ''])),
    schema: credentialForm(fields),
    submit: (values) => test.orThrow({ provider, credentials: trimmed(values) }),
  });
  const cancel = async () => {
    if (!(await mayClose(place.current))) return;
    if (onBack) onBack();
    else onClose();
  };
  const buttons = (
    <>
      <Button onClick={() => void cancel()}>{onBack ? t.back : ui.cancel}</Button>
      {entersToken ? (
        <Button form={id} isBusy={isBusy} look="primary" type="submit">
          {t.test}
        </Button>
      ) : null}
    </>
  );
  return (
    <Dialog
      footer={buttons}
      lead={inSandbox ? t.inSandbox : undefined}
      onClose={onClose}
      title={title}
    >
      {oauth ? <Consent again={again} provider={provider} /> : null}
      {entersToken ? null : (
        <div>
          <Button look="quiet" onClick={() => setEntersToken(true)}>
            {t.byToken}
          </Button>
        </div>
      )}
      {entersToken ? (
        <>
          <WhereToFind provider={provider} />
          <Form error={error} id={id} onSubmit={form.handleSubmit} place={place}>
            {fields.map((name) => (
              <form.AppField key={name} name={name}>
                {(field) => (
                  <field.Text
                    autoComplete="off"
                    hint={isFieldName(name, t) ? t.hints[name] : undefined}
                    label={isFieldName(name, t) ? t.fields[name] : name}
                    spellCheck={false}
                    type={openFields.includes(name) ? 'text' : 'password'}
                  />
                )}
              </form.AppField>
            ))}
          </Form>
        </>
      ) : null}
    </Dialog>
  );
}

type ConsentProps = Pick<Offered, 'provider'> & Pick<Props, 'again'>;

function Consent({ provider, again }: ConsentProps) {
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

/** Says step by step where the CRM shows the credentials. */
function WhereToFind({ provider }: { provider: Provider }) {
  const t = useTexts(connectTexts);
  const steps = Object.values<string>(t.steps[provider]);
  if (steps.length === 0) return null;
  return (
    <section className="grid gap-2 rounded-lg bg-sunk px-3 py-2.5 text-sm">
      <h3 className="font-medium">{t.where}</h3>
      <ol className="grid list-decimal gap-1.5 pl-5 text-pretty wrap-anywhere marker:text-soft">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}

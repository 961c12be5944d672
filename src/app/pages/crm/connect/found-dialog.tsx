import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { z } from 'zod';
import type {
  AccountFound,
  ConnectionSummary,
  Provider,
} from '../../../../features/crm/connections/connections.schema.ts';
import { lineText } from '../../../../shared/text.ts';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Detail, Details } from '../../../ui/details.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form, useSchemaForm } from '../../../ui/form.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { mayClose } from '../../../ui/unsaved.ts';
import { providerNames } from '../provider-names.ts';
import { connectTexts } from './texts.ts';

type Props = {
  provider: Provider;
  account: AccountFound;
  title: string;
  again?: ConnectionSummary | undefined;
  store: (name: string) => Promise<void>;
  onBack: () => void;
  onClose: () => void;
};

const schema = z.object({ name: z.union([z.literal(''), lineText(1, 100)]) });

/** Shows what the test of the credentials has found. Only from here can they be stored. */
export function FoundDialog(props: Props) {
  const { provider, account, title, again, store, onBack, onClose } = props;
  const t = useTexts(connectTexts);
  const id = useId();
  const name = account.connected_as?.ended ? account.connected_as.name : (account.name ?? '');
  const { form, place, error, isBusy } = useSchemaForm({
    defaults: { name },
    schema,
    submit: (values) => store(values.name.trim()),
  });
  const isRefused = refusalOf(account, again) !== null;
  const goBack = async () => {
    if (await mayClose(place.current)) onBack();
  };
  const buttons = (
    <>
      <Button onClick={() => void goBack()}>{t.back}</Button>
      <Button disabled={isRefused} form={id} isBusy={isBusy} look="primary" type="submit">
        {t.connect}
      </Button>
    </>
  );
  return (
    <Dialog footer={buttons} lead={t.tested} onClose={onClose} title={title}>
      <Facts account={account} />
      <Refusal account={account} again={again} provider={provider} />
      {account.connected_as?.ended && !again ? (
        <Notice title={t.revives(account.connected_as.name)}>{t.revivesMore}</Notice>
      ) : null}
      <Form error={error} id={id} onSubmit={form.handleSubmit} place={place}>
        {again || isRefused ? null : (
          <form.AppField name="name">
            {(field) => <field.Text autoComplete="off" hint={t.nameHint} label={t.name} />}
          </form.AppField>
        )}
      </Form>
    </Dialog>
  );
}

function Facts({ account }: { account: AccountFound }) {
  const t = useTexts(connectTexts);
  const language = useLanguage();
  const { account_id, currency, time_zone, deals, missing_permissions } = account;
  return (
    <Details>
      {account.name ? <Detail label={t.account}>{account.name}</Detail> : null}
      <Detail label={t.accountId}>
        <span className="font-mono text-xs wrap-anywhere">{account_id}</span>
      </Detail>
      <Detail label={t.deals}>{deals === null ? t.unknown : numberText(deals, language)}</Detail>
      <Detail label={t.currency}>{currency ?? t.unknown}</Detail>
      <Detail label={t.timeZone}>{time_zone ?? t.unknown}</Detail>
      {missing_permissions.length === 0 ? (
        <Detail label={t.permissions}>{t.allThere}</Detail>
      ) : null}
    </Details>
  );
}

type Refused = 'missing' | 'other_account' | 'same_account' | null;

/** Why these credentials cannot be stored. */
function refusalOf(account: AccountFound, again: ConnectionSummary | undefined): Refused {
  if (account.missing_permissions.length > 0) return 'missing';
  if (again) return account.account_id === again.account_id ? null : 'other_account';
  return account.connected_as && !account.connected_as.ended ? 'same_account' : null;
}

function Refusal({ provider, account, again }: Pick<Props, 'provider' | 'account' | 'again'>) {
  const t = useTexts(connectTexts);
  const names = providerNames[useLanguage()];
  const { missing_permissions, connected_as } = account;
  switch (refusalOf(account, again)) {
    case null:
      return null;
    case 'missing':
      return (
        <Notice isUrgent title={t.missing(names[provider])} tone="bad">
          <p>{t.missingMore(names[provider])}</p>
          <ul className="list-disc pt-1 pl-5 font-mono text-xs wrap-anywhere">
            {missing_permissions.map((permission) => (
              <li key={permission}>{permission}</li>
            ))}
          </ul>
        </Notice>
      );
    case 'other_account':
      return (
        <Notice isUrgent title={t.otherAccount} tone="bad">
          {t.otherAccountMore(again?.account_name ?? again?.account_id ?? '')}
        </Notice>
      );
    case 'same_account':
      return (
        <Notice isUrgent title={t.sameAccount(connected_as?.name ?? '')} tone="warn">
          <p>{t.sameAccountMore}</p>
          <p className="pt-2">
            <Link className={buttonClass('plain', 'sm')} to={`/crm/${connected_as?.connection_id}`}>
              {t.openOther}
            </Link>
          </p>
        </Notice>
      );
  }
}

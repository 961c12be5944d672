import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { emailInput } from '../../../shared/schema/email.ts';
import { client } from '../../api/client.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Form, useSchemaForm } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OpenCard } from '../../ui/open-card.tsx';
import { resetPage } from './page.ts';
import { resetTexts } from './texts.ts';

const schema = z.object({ email: emailInput });

/** Asks for a new password. The page gives the same answer whether the account exists or not. */
export function ResetPage() {
  const t = useTexts(resetTexts);
  const title = resetPage.title[useLanguage()];
  const [sentTo, setSentTo] = useState<string | null>(null);
  const sent = useSchemaForm({
    defaults: { email: '' },
    schema,
    submit: async ({ email }) => {
      await client.account.requestReset.mutate({ email });
      setSentTo(email.trim());
    },
  });
  const { form } = sent;
  const back = (
    <Link className="justify-self-center rounded-sm text-sm text-soft hover:text-ink" to="/sign-in">
      {t.back}
    </Link>
  );
  if (sentTo) {
    return (
      <OpenCard title={title}>
        <Notice title={t.sent} tone="good">
          {t.sentMore(sentTo)}
        </Notice>
        {back}
      </OpenCard>
    );
  }
  return (
    <OpenCard lead={t.lead} title={title}>
      <Form sent={sent} isWide look="primary" verb={t.send}>
        <form.AppField name="email">
          {(field) => <field.Text autoComplete="username" autoFocus label={t.email} type="email" />}
        </form.AppField>
      </Form>
      {back}
    </OpenCard>
  );
}

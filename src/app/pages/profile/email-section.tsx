import { useState } from 'react';
import { z } from 'zod';
import type { Profile } from '../../../features/account/profile.schema.ts';
import { emailInput } from '../../../shared/schema/email.ts';
import { client, reload } from '../../api/client.ts';
import { useOwnAction } from '../../api/use-action.ts';
import { useTexts } from '../../text/language.ts';
import { Form, useSchemaForm } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { profileTexts } from './texts.ts';

const schema = z.object({ email: emailInput });

/**
 * The address, and a new one. The new address takes effect when the person opens its link. Until then the person signs
 * in with the old one.
 */
export function EmailSection({ profile }: { profile: Profile }) {
  const t = useTexts(profileTexts);
  // The server writes the mail a moment after it has answered. Only then does the profile name the new address.
  const [requested, setRequested] = useState<string | null>(null);
  const waiting = requested ?? profile.new_email;
  const request = useOwnAction(client.account.requestEmailChange.mutate, async (_, { email }) => {
    setRequested(email);
    await reload();
    showToast(t.emailRequested);
  });
  const sent = useSchemaForm({
    draft: 'new-email',
    defaults: { email: '' },
    schema,
    submit: async ({ email }) => {
      await request.orThrow({ email: email.trim() });
      form.reset({ email: '' });
    },
  });
  const { form } = sent;
  return (
    <Section id="email" lead={t.emailNow(profile.email)} title={t.email}>
      {waiting && waiting !== profile.email ? (
        <Notice title={t.emailWaits(waiting)}>{t.emailWaitsMore}</Notice>
      ) : null}
      <Form sent={sent} verb={t.changeEmail}>
        <form.AppField name="email">
          {(field) => (
            <field.Text autoComplete="email" hint={t.emailHint} label={t.newEmail} type="email" />
          )}
        </form.AppField>
      </Form>
    </Section>
  );
}

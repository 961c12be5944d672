import { z } from 'zod';
import type { Profile } from '../../../features/account/profile.schema.ts';
import { client, reload } from '../../api/client.ts';
import { useOwnAction } from '../../api/use-action.ts';
import { Time } from '../../session/time.tsx';
import { useTexts } from '../../text/language.ts';
import { Form, useSchemaForm } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { profileTexts } from './texts.ts';

const schema = z.object({ password: z.string().min(12).max(200) });

/** Sets a new password. The dialog of the fresh proof asks for the present one. */
export function PasswordSection({ profile }: { profile: Profile }) {
  const t = useTexts(profileTexts);
  const since = profile.password_changed_at;
  const change = useOwnAction(client.account.changePassword.mutate, async () => {
    await reload();
    showToast(t.passwordChanged);
  });
  const sent = useSchemaForm({
    defaults: { password: '' },
    schema,
    submit: async (value) => {
      await change.orThrow(value);
      form.reset();
    },
  });
  const { form } = sent;
  const lead = since ? (
    <>
      {t.passwordSince}: <Time at={since} />
    </>
  ) : null;
  return (
    <Section id="password" lead={lead} title={t.password}>
      <Form sent={sent} verb={t.changePassword}>
        <input autoComplete="username" hidden readOnly type="email" value={profile.email} />
        <form.AppField name="password">
          {(field) => (
            <field.Text
              autoComplete="new-password"
              hint={t.passwordHint}
              label={t.newPassword}
              type="password"
            />
          )}
        </form.AppField>
      </Form>
    </Section>
  );
}

import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import type { LinkContent } from '../../../features/account/link.schema.ts';
import { lineText } from '../../../shared/schema/text.ts';
import { client } from '../../api/client.ts';
import { forgetAll } from '../../session/sign-out.ts';
import { keepLanguage, useTexts } from '../../text/language.ts';
import { Checkbox } from '../../ui/check.tsx';
import { Form, useSchemaForm } from '../../ui/form.tsx';
import { linkTexts } from './texts.ts';

const withoutName = z.object({ name: z.string(), password: z.string().min(12).max(200) });
const withName = withoutName.extend({ name: lineText(1, 200) });

/** For the first sign-in, the invitation of a new person, and a reset. Afterwards the person is signed in. */
export function SetPassword({ link, token }: { link: LinkContent; token: string }) {
  const t = useTexts(linkTexts);
  const navigate = useNavigate();
  const [isShown, setIsShown] = useState(false);
  const sent = useSchemaForm({
    defaults: { name: '', password: '' },
    schema: link.needs_name ? withName : withoutName,
    submit: async ({ name, password }) => {
      const named = link.needs_name ? { name } : {};
      await client.account.acceptLink.mutate({ token, password, ...named });
      // A person who has just read English continues in English.
      keepLanguage();
      await forgetAll();
      await navigate({ to: '/', replace: true });
    },
  });
  const { form } = sent;
  return (
    <Form sent={sent} isWide look="primary" verb={t.setPassword}>
      <input autoComplete="username" hidden readOnly type="email" value={link.email} />
      {link.needs_name ? (
        <form.AppField name="name">
          {(field) => <field.Text autoComplete="name" autoFocus label={t.name} />}
        </form.AppField>
      ) : null}
      <form.AppField name="password">
        {(field) => (
          <field.Text
            autoComplete="new-password"
            autoFocus={!link.needs_name}
            hint={t.passwordHint}
            label={t.password}
            type={isShown ? 'text' : 'password'}
          />
        )}
      </form.AppField>
      <Checkbox
        checked={isShown}
        label={t.showPassword}
        onChange={({ target }) => setIsShown(target.checked)}
      />
    </Form>
  );
}

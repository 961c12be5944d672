import { useEffect, useState } from 'react';
import { z } from 'zod';
import type { Profile } from '../../../features/account/profile.schema.ts';
import { languages } from '../../../shared/language/language.ts';
import { lineText } from '../../../shared/schema/text.ts';
import { client } from '../../api/client.ts';
import { useEdit } from '../../api/use-edit.ts';
import { setLanguage, useTexts } from '../../text/language.ts';
import { Form, useSchemaForm } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { StaleDialog } from '../../ui/stale-dialog.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { showToast } from '../../ui/toasts.tsx';
import { profileTexts } from './texts.ts';

const schema = z.object({ name: lineText(1, 200), lang: z.enum(languages) });
type Values = z.input<typeof schema>;

export function PersonSection({ profile }: { profile: Profile }) {
  const t = useTexts(profileTexts);
  const ui = useTexts(uiTexts);
  const [seen, setSeen] = useState(profile);
  const edit = useEdit({
    // The call is about no team, so it has no `Idempotency-Key`.
    send: (values: Values, version) => client.account.changeProfile.mutate({ ...values, version }),
    newest: () => client.account.profile.query({}),
    mine: (values) => values,
    done: (saved) => {
      setSeen(saved);
      // A new name alone does not change the language that somebody has chosen in this browser.
      if (saved.lang !== seen.lang) setLanguage(saved.lang);
      showToast(t.saved);
    },
  });
  const sent = useSchemaForm<Values>({
    defaults: { name: profile.name ?? '', lang: profile.lang },
    schema,
    submit: (values) => edit.save(values, seen.version),
  });
  const { form } = sent;
  useEffect(() => {
    // Only a change of another field makes the version stale. The user menu changes the language too.
    if (profile.name !== seen.name) return;
    setSeen(profile);
    form.setFieldValue('lang', profile.lang);
  }, [profile, seen.name, form]);
  const showNew = async () => {
    const now = await client.account.profile.query({});
    setSeen(now);
    form.reset({ name: now.name ?? '', lang: now.lang });
  };
  return (
    <Section id="person" title={t.person}>
      <Form sent={sent} look="primary" verb={ui.save}>
        <div className="grid gap-4 sm:grid-cols-2">
          <form.AppField name="name">
            {(field) => <field.Text autoComplete="name" label={t.name} />}
          </form.AppField>
          <form.AppField name="lang">
            {(field) => (
              <field.Select hint={t.languageHint} label={t.language}>
                {languages.map((one) => (
                  <option key={one} value={one}>
                    {t.languages[one]}
                  </option>
                ))}
              </field.Select>
            )}
          </form.AppField>
        </div>
      </Form>
      <StaleDialog
        fields={{ name: t.name, lang: t.language }}
        onReload={showNew}
        show={(field, value) =>
          field === 'lang' ? t.languages[value as keyof typeof t.languages] : undefined
        }
        stale={edit.stale}
      />
    </Section>
  );
}

import { useEffect, useState } from 'react';
import { z } from 'zod';
import type { Profile } from '../../../features/account/profile.schema.ts';
import { lineText } from '../../../shared/text.ts';
import { client, queryClient, trpc } from '../../api/client.ts';
import { codeOf } from '../../api/failure.ts';
import { useOwnAction } from '../../api/use-action.ts';
import { useTimeZone } from '../../session/time-zone.tsx';
import { setLanguage, useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { Form, useSchemaForm } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { StaleDialog } from '../../ui/stale-dialog.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { showToast } from '../../ui/toasts.tsx';
import { profileTexts } from './texts.ts';

const schema = z.object({ name: lineText(1, 200), lang: z.enum(['de', 'en']) });

export function PersonSection({ profile }: { profile: Profile }) {
  const t = useTexts(profileTexts);
  const ui = useTexts(uiTexts);
  const timeZone = useTimeZone();
  const [seen, setSeen] = useState(profile);
  const save = useOwnAction(client.account.changeProfile.mutate, async (saved) => {
    setSeen(saved);
    queryClient.setQueryData(trpc.account.profile.queryKey({}), saved);
    setLanguage(saved.lang);
    await queryClient.invalidateQueries(trpc.session.current.queryFilter());
    showToast(t.saved);
  });
  const { form, error, isBusy } = useSchemaForm<z.input<typeof schema>>({
    defaults: { name: profile.name ?? '', lang: profile.lang },
    schema,
    submit: (value) => save.orThrow({ ...value, version: seen.version }),
  });
  useEffect(() => {
    // If another field than the language has changed, the person is asked. (The user menu switches
    // the language.)
    if (profile.name !== seen.name) return;
    setSeen(profile);
    form.setFieldValue('lang', profile.lang);
  }, [profile, seen.name, form]);
  const isStale = codeOf(save.error) === 'stale';
  const overwrite = async () => {
    const now = await client.account.profile.query({});
    await save.run({ ...form.state.values, version: now.version });
  };
  return (
    <Section title={t.person}>
      <Form error={isStale ? null : error} onSubmit={form.handleSubmit}>
        <div className="grid gap-4 sm:grid-cols-2">
          <form.AppField name="name">
            {(field) => <field.Text autoComplete="name" label={t.name} />}
          </form.AppField>
          <form.AppField name="lang">
            {(field) => (
              <field.Select label={t.language}>
                <option value="de">{t.languages.de}</option>
                <option value="en">{t.languages.en}</option>
              </field.Select>
            )}
          </form.AppField>
        </div>
        <div>
          <Button isBusy={isBusy} look="primary" type="submit">
            {ui.save}
          </Button>
        </div>
      </Form>
      {isStale ? (
        <StaleDialog
          error={save.error}
          fields={{ name: t.name, lang: t.language }}
          onClose={save.reset}
          onOverwrite={() => void overwrite()}
          onReload={() => location.reload()}
          timeZone={timeZone}
        />
      ) : null}
    </Section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { z } from 'zod';
import { emailInput } from '../../../shared/email.ts';
import { languages } from '../../../shared/language.ts';
import { client, trpc } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, useSchemaForm } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { RoleGuide } from './role-guide.tsx';
import { memberTexts } from './texts.ts';

const schema = z.object({
  email: emailInput,
  role: z.enum(['member', 'admin']),
  lang: z.enum(languages),
});
type Invitation = z.input<typeof schema>;

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(memberTexts);
  const language = useLanguage();
  const id = useId();
  const { data: team } = useQuery(trpc.team.get.queryOptions({}));
  const limit = team ? numberText(team.limits.invitations_per_hour, language) : '';
  const invite = useAction(client.members.invite.mutate, () => {
    showToast(t.invited);
    onClose();
  });
  const { form, place, error, isBusy } = useSchemaForm<Invitation>({
    draft: 'invitation',
    defaults: { email: '', role: 'member', lang: team?.languages[0] ?? language },
    schema,
    submit: (value) => invite.orThrow({ ...value, email: value.email.trim() }),
  });
  const buttons = <FormButtons form={id} isBusy={isBusy} onCancel={onClose} verb={t.invite} />;
  return (
    <Dialog
      footer={buttons}
      lead={limit ? t.inviteLimit(limit) : null}
      onClose={onClose}
      title={t.inviteTitle}
    >
      <Form error={error} id={id} onSubmit={form.handleSubmit} place={place}>
        <form.AppField name="email">
          {(field) => <field.Text autoComplete="off" label={t.email} type="email" />}
        </form.AppField>
        <div className="grid gap-4 sm:grid-cols-2">
          <form.AppField name="role">
            {(field) => (
              <field.Select label={t.role}>
                <option value="member">{t.roles.member}</option>
                <option value="admin">{t.roles.admin}</option>
              </field.Select>
            )}
          </form.AppField>
          <form.AppField name="lang">
            {(field) => (
              <field.Select label={t.language}>
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
      <RoleGuide />
    </Dialog>
  );
}

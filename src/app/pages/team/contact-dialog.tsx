import { useId, useState } from 'react';
import { z } from 'zod';
import {
  setContactInput,
  type TechnicalContact,
} from '../../../features/technical-contact/technical-contact.schema.ts';
import { isLanguage, languages } from '../../../shared/language.ts';
import { client } from '../../api/client.ts';
import { useEdit } from '../../api/use-edit.ts';
import { useTexts } from '../../text/language.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, useSchemaForm } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { StaleDialog } from '../../ui/stale-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { contactTexts } from './contact-texts.ts';

const schema = z.object({ email: setContactInput.shape.email, lang: z.string() });
type Values = z.input<typeof schema>;

/** Sets or changes the technical contact. A new address must be confirmed by mail, a new language is just saved. */
export function ContactDialog({
  contact,
  onClose,
}: {
  contact: TechnicalContact;
  onClose: () => void;
}) {
  const t = useTexts(contactTexts);
  const id = useId();
  // The dialog keeps the contact that the person saw, although the page reads it again later.
  const [seen] = useState(contact);
  const edit = useEdit({
    send: ({ email, lang }: Values, version, options) =>
      client.technicalContact.set.mutate(
        { email: email.trim(), lang: isLanguage(lang) ? lang : seen.lang, version },
        options,
      ),
    newest: () => client.technicalContact.get.query({}),
    mine: (values) => values,
    done: () => {
      showToast(t.saved);
      onClose();
    },
  });
  const { form, place, error, isBusy } = useSchemaForm<Values>({
    defaults: { email: seen.email ?? '', lang: seen.lang },
    schema,
    submit: (values) => edit.save(values, seen.version),
  });
  const verb = seen.email === null ? { verb: t.ask } : {};
  return (
    <Dialog
      footer={<FormButtons form={id} isBusy={isBusy} onCancel={onClose} {...verb} />}
      lead={t.formMore}
      onClose={onClose}
      size="sm"
      title={t.title}
    >
      <Form error={error} id={id} onSubmit={form.handleSubmit} place={place}>
        <form.AppField name="email">
          {(field) => (
            <field.Text
              autoComplete="off"
              autoFocus
              hint={t.emailHint}
              label={t.email}
              type="email"
            />
          )}
        </form.AppField>
        <form.AppField name="lang">
          {(field) => (
            <field.Select label={t.language}>
              {languages.map((one) => (
                <option key={one} value={one}>
                  {t.languageNames[one]}
                </option>
              ))}
            </field.Select>
          )}
        </form.AppField>
      </Form>
      <StaleDialog
        fields={{ email: t.email, lang: t.language }}
        onReload={onClose}
        show={(field, value) =>
          field === 'lang' ? t.languageNames[value as keyof typeof t.languageNames] : undefined
        }
        stale={edit.stale}
      />
    </Dialog>
  );
}

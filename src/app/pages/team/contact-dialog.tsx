import { contactFields } from '../../../features/technical-contact/contact-fields.schema.ts';
import {
  setContactInput,
  type TechnicalContact,
} from '../../../features/technical-contact/technical-contact.schema.ts';
import { isLanguage, languages } from '../../../shared/language/language.ts';
import { client } from '../../api/client.ts';
import { useTexts } from '../../text/language.ts';
import { EditDialog } from '../../ui/edit-form.tsx';
import { contactTexts } from './contact-texts.ts';

type Props = { contact: TechnicalContact; onClose: () => void };

/** Sets or changes the technical contact. A new address must be confirmed by mail, a new language is just saved. */
export function ContactDialog({ contact, onClose }: Props) {
  const t = useTexts(contactTexts);
  return (
    <EditDialog
      checks={setContactInput.shape}
      choices={{ lang: languages.map((one) => [one, t.languageNames[one]]) }}
      fields={contactFields}
      lead={t.formMore}
      newest={() => client.technicalContact.get.query({})}
      object={contact}
      onClose={onClose}
      saved={t.saved}
      send={async ({ email, lang, version }, options) => {
        // What this person has not changed stays as it is now.
        const now = await client.technicalContact.get.query({});
        const input = { email: email ?? now.email ?? '', lang: isLanguage(lang) ? lang : now.lang };
        return client.technicalContact.set.mutate({ ...input, version }, options);
      }}
      size="sm"
      title={t.title}
      verb={contact.email === null ? t.ask : undefined}
    />
  );
}

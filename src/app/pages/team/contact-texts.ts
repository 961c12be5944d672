import { contactFields } from '../../../features/technical-contact/contact-fields.schema.ts';
import { defineTexts } from '../../text/define-texts.ts';

export const contactTexts = defineTexts(
  {
    title: 'Technischer Kontakt',
    lead: 'Wer Ihre Integration betreut, bekommt eine E-Mail, bevor eine Version der API abgelöst wird, wenn ein Webhook-Endpunkt ausfällt oder pausiert wird, und bevor ein API-Schlüssel abläuft. Ein Konto ist dafür nicht nötig.',
    leadShort:
      'Bekommt neben den Admins die Nachrichten über API-Versionen, Webhook-Endpunkte und ablaufende Schlüssel.',
    set: 'Kontakt eintragen',
    change: 'Ändern',
    remove: 'Entfernen',
    language: contactFields.lang.label.de,
    languageNames: { de: 'Deutsch', en: 'Englisch' },
    since: 'Eingetragen',
    requested: 'Zuletzt gefragt',
    agreed: 'Zugestimmt',
    pendingMore:
      'Bis zur Zustimmung bekommt die Adresse keine weitere Nachricht. Der Link in der Anfrage gilt sieben Tage.',
    askAgain: 'Noch einmal fragen',
    requestedAgain: 'Die Anfrage ist noch einmal gesendet',
    stopped: 'Der letzte Kontakt ist abgemeldet',
    stoppedSince: 'Abgemeldet',
    stoppedMore: 'Seine Adresse ist gelöscht.',
    formMore:
      'Die Nachrichten nennen Ihr Team, Endpunkte und Schlüssel, aber keine Mitglieder und keine Ergebnisse.',
    ask: 'Eintragen und fragen',
    saved: 'Der technische Kontakt ist eingetragen',
    removeTitle: 'Technischen Kontakt entfernen',
    removeMore: (email: string) =>
      `${email} bekommt ab sofort keine Nachrichten mehr. Die Adresse wird gelöscht.`,
    removed: 'Der technische Kontakt ist entfernt',
  },
  {
    title: 'Technical contact',
    lead: 'Whoever looks after your integration gets an e-mail before a version of the API is replaced, when a webhook endpoint fails or is paused, and before an API key expires. No account is needed.',
    leadShort:
      'Gets the messages about API versions, webhook endpoints and expiring keys, beside the admins.',
    set: 'Name a contact',
    change: 'Change',
    remove: 'Remove',
    language: contactFields.lang.label.en,
    languageNames: { de: 'German', en: 'English' },
    since: 'Named',
    requested: 'Last asked',
    agreed: 'Agreed',
    pendingMore:
      'Until it agrees, the address gets no other message. The link in the request is valid for seven days.',
    askAgain: 'Ask again',
    requestedAgain: 'The request is sent again',
    stopped: 'The last contact has unsubscribed',
    stoppedSince: 'Unsubscribed',
    stoppedMore: 'Its address is deleted.',
    formMore: 'The messages name your team, endpoints and keys, but no members or results.',
    ask: 'Name and ask',
    saved: 'The technical contact is named',
    removeTitle: 'Remove the technical contact',
    removeMore: (email: string) =>
      `${email} gets no more messages from now on. The address is deleted.`,
    removed: 'The technical contact is removed',
  },
);

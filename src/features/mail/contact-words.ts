import type { InEach } from '../../shared/language/language.ts';

/**
 * Says whether a mail is for a member or for the technical contact. For a contact, `contactOf` is the name of the
 * team, because one person may be the contact of several teams. It is null for a member.
 */
export type ForContact = { contactOf: string | null };

/** Names the team of the reader: "of your team", or "of the team “Sales”". */
export const ofTeam: InEach<(reader: ForContact) => string> = {
  de: ({ contactOf }) => (contactOf === null ? 'Ihres Teams' : `des Teams „${contactOf}“`),
  en: ({ contactOf }) => (contactOf === null ? 'of your team' : `of the team “${contactOf}”`),
};

/** The last lines of a mail to members. They say who gets it. The contact gets other lines. */
export const toAdmins: InEach<(reader: ForContact) => string> = {
  de: ({ contactOf }) =>
    contactOf === null
      ? '\nDiese Nachricht geht an alle Admins und an die Inhaberin oder den Inhaber des Teams.\n'
      : '',
  en: ({ contactOf }) =>
    contactOf === null ? '\nThis message goes to all admins and to the owner of the team.\n' : '',
};

/** The line with the page of the app that the mail is about. The contact cannot open it. */
export const inApp: InEach<(reader: ForContact, page: string) => string> = {
  de: ({ contactOf }, page) => (contactOf === null ? `\nIn der App: ${page}\n` : ''),
  en: ({ contactOf }, page) => (contactOf === null ? `\nIn the app: ${page}\n` : ''),
};

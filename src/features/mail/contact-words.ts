import type { InEach } from '../../shared/language.ts';

/**
 * A mail that members get, and the technical contact too. `contactOf` is the name of the team if the
 * reader is its contact, who may write to several teams. It is null for a member.
 */
export type ForContact = { contactOf: string | null };

/** Whose something is: "of your team", or "of the team “Sales”". */
export const ofTeam: InEach<(reader: ForContact) => string> = {
  de: ({ contactOf }) => (contactOf === null ? 'Ihres Teams' : `des Teams „${contactOf}“`),
  en: ({ contactOf }) => (contactOf === null ? 'of your team' : `of the team “${contactOf}”`),
};

/** The last lines of a mail to members, which say who gets it. The contact gets other lines. */
export const toAdmins: InEach<(reader: ForContact) => string> = {
  de: ({ contactOf }) =>
    contactOf === null
      ? '\nDiese Nachricht geht an alle Admins und an die Inhaberin oder den Inhaber des Teams.\n'
      : '',
  en: ({ contactOf }) =>
    contactOf === null ? '\nThis message goes to all admins and to the owner of the team.\n' : '',
};

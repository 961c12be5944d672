/**
 * The causes of all mails to technical contacts begin with this. So a person who is a member too keeps
 * the mails to members.
 */
export const contactCauses = 'contact';

/** The cause of the mail that asks a contact to confirm. */
export const askCause = (contact: string, at: string) => `${contactCauses}_asked:${contact}:${at}`;

/** The cause of a mail to the contact that members get too, for their cause. */
export const toldCause = (cause: string) => `${contactCauses}:${cause}`;

/**
 * The causes of all mails to technical contacts begin with this text. So if a contact is erased who is also a
 * member, the mails to the member stay.
 */
export const contactCauses = 'contact';

/** The cause of the mail that asks a contact to confirm. */
export const askCause = (contact: string, at: string) => `${contactCauses}_asked:${contact}:${at}`;

/** The cause of a mail to the contact about a matter of which members get a mail too. */
export const noticeCause = (cause: string) => `${contactCauses}:${cause}`;

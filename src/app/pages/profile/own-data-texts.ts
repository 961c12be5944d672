import { defineTexts } from '../../text/define-texts.ts';

export const ownDataTexts = defineTexts(
  {
    title: 'Ihre Daten',
    lead: 'Was über Sie gespeichert ist, über alle Teams, als JSON-Datei. Passwörter und Schlüssel sind nicht darin.',
    download: 'Herunterladen',
    remove: 'Konto löschen',
    removeMore:
      'Sie können sich dann nicht mehr anmelden. Teams behalten, was sie über Sie gespeichert haben.',
    isMember: (teams: string) =>
      `Sie sind noch Mitglied: ${teams}. Löschen können Sie Ihr Konto, sobald Admins Sie aus jedem Team entfernt haben.`,
    removeTitle: (email: string) => `Das Konto ${email} löschen`,
    goes: 'Ihr Konto, Ihre Passkeys und alle Sitzungen werden sofort gelöscht.',
    stays:
      'Teams, in denen Sie waren, behalten, was sie über Sie gespeichert haben. Deren Inhaberinnen und Inhaber können auch das löschen.',
    forever: 'Niemand kann das rückgängig machen.',
  },
  {
    title: 'Your data',
    lead: 'What is stored about you, in all teams, as a JSON file. Passwords and keys are not in it.',
    download: 'Download',
    remove: 'Remove account',
    removeMore: 'You can then no longer sign in. Teams keep what they have stored about you.',
    isMember: (teams: string) =>
      `You are still a member: ${teams}. You can remove your account once admins have removed you from every team.`,
    removeTitle: (email: string) => `Remove the account ${email}`,
    goes: 'Your account, your passkeys and all sessions are removed at once.',
    stays:
      'Teams that you were in keep what they have stored about you. Their owners can erase that as well.',
    forever: 'Nobody can undo this.',
  },
);

import type { InEach } from '../../language/language.ts';

/** Refusals about a person's own account, and about calls of whatever noun. */
export const accountRefusals = {
  link_for_other_account: {
    en: 'The link is for another account.',
    de: 'Der Link gehört zu einem anderen Konto.',
  },
  invitation_for_other_address: {
    en: 'The invitation is for another address than the account has.',
    de: 'Die Einladung ging an eine andere Adresse als die Ihres Kontos.',
  },
  address_reserved: {
    en: 'Another account had this address until a few days ago, and can still get it back.',
    de: 'Ein anderes Konto hatte diese Adresse bis vor wenigen Tagen und kann sie noch zurückbekommen.',
  },
  still_member: {
    en: 'You are a member of a team. Its admins can remove you, its owner can end it.',
    de: 'Sie sind Mitglied eines Teams. Seine Admins können Sie entfernen, seine Inhaberin oder sein Inhaber kann es beenden.',
  },
  same_address: {
    en: 'It is the address of the account already.',
    de: 'Das ist schon die Adresse Ihres Kontos.',
  },
  too_many_new_addresses: {
    en: 'Too many new addresses.',
    de: 'Das waren zu viele neue Adressen.',
  },
  address_taken: {
    en: 'Another account, or another member of one of your teams, has this address.',
    de: 'Ein anderes Konto oder ein anderes Mitglied eines Ihrer Teams hat diese Adresse.',
  },
  session_just_changed: {
    en: 'The session has just been changed; try again.',
    de: 'Die Sitzung wurde gerade erneuert. Versuchen Sie es noch einmal.',
  },
  too_many_stored_answers: {
    en: 'Too many bytes of responses are stored for repeated calls.',
    de: 'Ihre letzten Änderungen waren zusammen zu groß. Warten Sie etwas.',
  },
  link_used_too_often: {
    en: 'The link was used too often.',
    de: 'Der Link wurde zu oft benutzt.',
  },
  too_many_views: {
    en: 'You can save {} views. Remove one first.',
    de: 'Sie können {} Ansichten speichern. Entfernen Sie zuerst eine.',
  },
  too_many_renames: {
    en: 'A name changes at most {} times in a week.',
    de: 'Ein Name lässt sich höchstens {} Mal in einer Woche ändern.',
  },
  too_many_calls: {
    en: 'Too many calls in a minute.',
    de: 'Das waren zu viele Aufrufe in einer Minute.',
  },
  too_many_changes: {
    en: 'Too many changes in a minute.',
    de: 'Das waren zu viele Änderungen in einer Minute.',
  },
  too_many_sign_ins: {
    en: 'Too many sign-ins.',
    de: 'Sie haben sich zu oft angemeldet.',
  },
  password_used_too_often: {
    en: 'The password was used too often.',
    de: 'Sie haben Ihr Passwort zu oft verwendet.',
  },
  too_many_codes: {
    en: 'Too many codes. Begin again at the command line in a quarter of an hour.',
    de: 'Das waren zu viele Codes. Beginnen Sie in einer Viertelstunde in der Kommandozeile neu.',
  },
  too_many_command_lines: {
    en: 'Too many logins of command lines. Try again in a quarter of an hour.',
    de: 'Zu viele Anmeldungen von Kommandozeilen. Versuchen Sie es in einer Viertelstunde noch einmal.',
  },
  command_line_of_other: {
    en: 'This is the command line of another person. Only the owner can end it.',
    de: 'Das ist die Kommandozeile einer anderen Person. Nur die Inhaberin oder der Inhaber kann sie abmelden.',
  },
  other_team_meanwhile: {
    en: 'You work in another team by now. Look at the code again.',
    de: 'Sie arbeiten inzwischen in einem anderen Team. Sehen Sie sich den Code noch einmal an.',
  },
  too_many_challenges: {
    en: 'Too many requests for a passkey.',
    de: 'Sie haben zu oft nach einem Passkey gefragt.',
  },
  too_many_exports: {
    en: 'Too many exports at once. Try again when one has ended.',
    de: 'Zu viele Exporte auf einmal. Versuchen Sie es, wenn einer fertig ist.',
  },
  call_running: {
    en: 'A call with the same Idempotency-Key is still running.',
    de: 'Derselbe Auftrag läuft noch. Warten Sie einen Augenblick.',
  },
  other_sign_in_first: {
    en: 'Add another passkey or set a password first.',
    de: 'Fügen Sie zuerst einen anderen Passkey hinzu, oder setzen Sie ein Passwort.',
  },
  challenge_over: {
    en: 'The challenge is unknown, answered or expired.',
    de: 'Diese Anfrage gilt nicht mehr. Beginnen Sie noch einmal.',
  },
  password_common: {
    en: 'This is a common password: it would be guessed among the first.',
    de: 'Das ist ein häufiges Passwort, das als Erstes versucht wird.',
  },
  password_padded: {
    en: 'This is a common word with digits or signs around it. Use several words.',
    de: 'Das ist ein häufiges Wort mit Ziffern oder Zeichen daran. Nehmen Sie mehrere Wörter.',
  },
  password_regular: {
    en: 'This password repeats or counts up. Use several words.',
    de: 'Dieses Passwort wiederholt sich oder zählt hoch. Nehmen Sie mehrere Wörter.',
  },
  password_own: {
    en: 'This is little more than your name, your address or your team. Use other words.',
    de: 'Das ist kaum mehr als Ihr Name, Ihre Adresse oder Ihr Team. Nehmen Sie andere Wörter.',
  },
  no_name: {
    en: 'The account has no name.',
    de: 'Bitte geben Sie Ihren Namen an.',
  },
  web_address_in_name: {
    en: 'A name has no web address in it: no "://", "www.", "/" or "@".',
    de: 'In einem Namen steht keine Webadresse: kein „://“, „www.“, „/“ oder „@“.',
  },
  outgoing_off: {
    en: 'This installation sends nothing at present. Its operator has switched that off.',
    de: 'Diese Installation sendet zurzeit nichts. Der Betreiber hat das abgeschaltet.',
  },
  too_many_days: {
    en: 'At most {} days.',
    de: 'Höchstens {} Tage.',
  },
} as const satisfies Record<string, InEach<string>>;

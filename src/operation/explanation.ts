import type { Language, Translated } from '../shared/language.ts';

/**
 * The details of refusals that people meet in the app, in each other language. A number or an id in
 * them stands as `{}`. The English text is the detail itself. A detail for programs alone is missing
 * here: people read only its title.
 */
export const explanations: Readonly<Record<string, Record<Translated, string>>> = {
  'A team releases at most {} own entries. Withdraw some that are not needed.': {
    de: 'Ein Team gibt höchstens {} eigene Einträge frei. Nehmen Sie zuerst einen zurück.',
  },
  'A team has at most {} own entries. Change one that is withdrawn.': {
    de: 'Ein Team hat höchstens {} eigene Einträge. Ändern Sie einen, der nicht mehr freigegeben ist.',
  },
  'No name of this member begins then.': {
    de: 'Kein Name dieses Mitglieds beginnt zu dieser Zeit.',
  },
  'The link is for another account.': { de: 'Der Link gehört zu einem anderen Konto.' },
  'Another account had this address until a few days ago, and can still get it back.': {
    de: 'Ein anderes Konto hatte diese Adresse bis vor wenigen Tagen und kann sie noch zurückbekommen.',
  },
  'This situation is unknown or not visible to the team.': {
    de: 'Diese Situation gibt es nicht, oder das Team sieht sie nicht.',
  },
  'This personality is unknown or not visible to the team.': {
    de: 'Diese Persönlichkeit gibt es nicht, oder das Team sieht sie nicht.',
  },
  'This industry is unknown or not visible to the team.': {
    de: 'Diese Branche gibt es nicht, oder das Team sieht sie nicht.',
  },
  'A rule of the catalog forbids this combination.': {
    de: 'Eine Regel des Katalogs schließt diese Kombination aus.',
  },
  'A policy of the recipient blocks the situation, personality or industry.': {
    de: 'Eine Vorgabe für das Mitglied sperrt die Situation, die Persönlichkeit oder die Branche.',
  },
  'A policy of the recipient blocks the situation {}.': {
    de: 'Eine Vorgabe für das Mitglied sperrt die Situation {}.',
  },
  'A policy of the recipient blocks the personality {}.': {
    de: 'Eine Vorgabe für das Mitglied sperrt die Persönlichkeit {}.',
  },
  'A policy of the recipient blocks the industry {}.': {
    de: 'Eine Vorgabe für das Mitglied sperrt die Branche {}.',
  },
  'A team has at most {} rules. Remove one that is not needed.': {
    de: 'Ein Team hat höchstens {} Regeln. Löschen Sie eine, die Sie nicht brauchen.',
  },
  'The team has this rule already.': { de: 'Diese Regel hat das Team schon.' },
  'The catalog has no such entry in this dimension.': {
    de: 'Diesen Eintrag gibt es in der Liste des Katalogs nicht mehr.',
  },
  'The catalog of the team has no such entry.': {
    de: 'Diesen Eintrag gibt es im Katalog des Teams nicht mehr.',
  },
  'At most {} days.': { de: 'Höchstens {} Tage.' },
  'A member has at most {} private cases. Remove one that is not needed.': {
    de: 'Sie haben höchstens {} private Fälle. Löschen Sie einen, den Sie nicht brauchen.',
  },
  'The team is not offered to you.': { de: 'Das Team ist Ihnen nicht mehr angeboten.' },
  'The owner of the team.': { de: 'Diesem Mitglied gehört das Team schon.' },
  'The member has not accepted the invitation yet.': {
    de: 'Das Mitglied hat die Einladung noch nicht angenommen.',
  },
  'The team is offered to a member: withdraw it first.': {
    de: 'Das Team ist schon einem Mitglied angeboten. Ziehen Sie dieses Angebot zuerst zurück.',
  },
  'There is no offer.': { de: 'Es gibt kein Angebot mehr.' },
  'You are a member of a team. Its admins can remove you, its owner can end it.': {
    de: 'Sie sind Mitglied eines Teams. Seine Admins können Sie entfernen, seine Inhaberin oder sein Inhaber kann es beenden.',
  },
  'It is the address of the account already.': { de: 'Das ist schon die Adresse Ihres Kontos.' },
  'Too many new addresses.': { de: 'Das waren zu viele neue Adressen.' },
  'Another account, or another member of one of your teams, has this address.': {
    de: 'Ein anderes Konto oder ein anderes Mitglied eines Ihrer Teams hat diese Adresse.',
  },
  'The session has just been changed; try again.': {
    de: 'Die Sitzung wurde gerade erneuert. Versuchen Sie es noch einmal.',
  },
  'The team has no such key.': { de: 'Diesen Schlüssel hat das Team nicht.' },
  'expires_at must lie in the future.': { de: 'Der Ablauf muss in der Zukunft liegen.' },
  'The copied expiry has passed. Give another one, or null for none.': {
    de: 'Der übernommene Ablauf ist vorbei. Wählen Sie einen anderen.',
  },
  'The team has {} keys that work. Revoke one that is not needed.': {
    de: 'Das Team hat {} gültige Schlüssel. Widerrufen Sie zuerst einen, den Sie nicht brauchen.',
  },
  'At most {} keys of one person in an hour.': {
    de: 'Eine Person kann höchstens {} Schlüssel in einer Stunde erstellen. Warten Sie, oder bitten Sie einen anderen Admin.',
  },
  'The key has been revoked.': { de: 'Der Schlüssel ist widerrufen.' },
  'The key has already been rotated.': { de: 'Der Schlüssel wurde schon rotiert.' },
  'The key has expired.': { de: 'Der Schlüssel ist abgelaufen.' },
  'The key has no grace period, because it was not rotated.': {
    de: 'Der Schlüssel hat keine Übergangszeit, denn er wurde nicht rotiert.',
  },
  'Only a member who was removed can be erased.': {
    de: 'Nur ein Mitglied, das entfernt wurde, kann gelöscht werden.',
  },
  'The person is a member of the team again.': { de: 'Die Person ist wieder Mitglied des Teams.' },
  'The person is a member of this team already.': { de: 'Sie sind schon Mitglied dieses Teams.' },
  'The owner has all rights.': { de: 'Die Inhaberin oder der Inhaber hat schon alle Rechte.' },
  'Only an admin can have rights beside the role.': {
    de: 'Nur Admins können Rechte neben der Rolle haben.',
  },
  'The team has no member with this member_id.': {
    de: 'Dieses Mitglied gehört nicht mehr zum Team.',
  },
  'The team has no active member with this user_id.': {
    de: 'Dieses Mitglied gehört nicht mehr zum Team, oder es hat die Einladung nicht angenommen.',
  },
  'The member is the only active admin of the team.': {
    de: 'Das Mitglied ist der einzige aktive Admin des Teams.',
  },
  'At most {} invitations in an hour.': { de: 'Höchstens {} Einladungen in einer Stunde.' },
  'The email already belongs to a member of this team or to its owner.': {
    de: 'Mit dieser E-Mail-Adresse gibt es im Team schon ein Mitglied.',
  },
  'All seats of the team are taken.': { de: 'Alle Plätze des Teams sind belegt.' },
  'The member has accepted the invitation.': {
    de: 'Das Mitglied hat die Einladung schon angenommen.',
  },
  'The member is the owner of the team.': { de: 'Diesem Mitglied gehört das Team.' },
  'At most one invitation an hour goes to the same person.': {
    de: 'An dieselbe Person geht höchstens eine Einladung in der Stunde.',
  },
  'At most {} test events in a minute for an endpoint.': {
    de: 'An einen Endpunkt gehen höchstens {} Testereignisse in einer Minute.',
  },
  'Too many bytes of answers are stored for repeated calls.': {
    de: 'Ihre letzten Änderungen waren zusammen zu groß. Warten Sie etwas.',
  },
  'Too many calls in a minute.': { de: 'Das waren zu viele Aufrufe in einer Minute.' },
  'Too many changes in a minute.': { de: 'Das waren zu viele Änderungen in einer Minute.' },
  'Too many sign-ins.': { de: 'Sie haben sich zu oft angemeldet.' },
  'The password was used too often.': { de: 'Sie haben Ihr Passwort zu oft verwendet.' },
  'Too many requests for a passkey.': { de: 'Sie haben zu oft nach einem Passkey gefragt.' },
  'This delivery has arrived: there is nothing to retry.': {
    de: 'Diese Zustellung ist angekommen: Es gibt nichts zu wiederholen.',
  },
  'A team has at most {} webhook endpoints: delete one that is not needed, or add the events to one that exists.':
    {
      de: 'Ein Team hat höchstens {} Webhook-Endpunkte. Löschen Sie einen, oder wählen Sie die Ereignisse an einem vorhandenen.',
    },
  'The endpoint {} replaces its secret already: delete one of the two first.': {
    de: 'Das Secret des Endpunkts {} wird schon ersetzt. Löschen Sie zuerst einen der beiden.',
  },
  'No delivery that this chooses has failed: there is nothing to retry.': {
    de: 'Keine der gewählten Zustellungen ist fehlgeschlagen: Es gibt nichts zu wiederholen.',
  },
  'An endpoint has a retry of many deliveries already: wait for its end, or stop it.': {
    de: 'An einem Endpunkt läuft schon eine Wiederholung vieler Zustellungen. Warten Sie auf ihr Ende, oder halten Sie sie an.',
  },
  'The secret of this endpoint cannot be read: replace it.': {
    de: 'Das Secret dieses Endpunkts ist nicht lesbar. Ersetzen Sie es.',
  },
  'Too many exports at once. Try again when one has ended.': {
    de: 'Zu viele Exporte auf einmal. Versuchen Sie es, wenn einer fertig ist.',
  },
  'A call with the same Idempotency-Key is still running.': {
    de: 'Derselbe Auftrag läuft noch. Warten Sie einen Augenblick.',
  },
  'The URL must be publicly reachable: its host is an address that is not public.': {
    de: 'Die URL muss öffentlich erreichbar sein. Diese Adresse ist nicht öffentlich.',
  },
  'The URL must be publicly reachable: its host resolves to an address that is not public.': {
    de: 'Die URL muss öffentlich erreichbar sein. Ihr Name führt zu einer Adresse, die nicht öffentlich ist.',
  },
  'The URL must be publicly reachable: its host is a name of an internal network.': {
    de: 'Die URL muss öffentlich erreichbar sein. Ihr Name gehört zu einem internen Netz.',
  },
  'The host of the URL does not resolve to an address: check its spelling, or create its DNS record (A or AAAA) first.':
    {
      de: 'Zum Namen in der URL gibt es keine Adresse. Prüfen Sie die Schreibweise, oder legen Sie zuerst den DNS-Eintrag an (A oder AAAA).',
    },
  'The host of the URL could not be resolved just now: try again in a minute. If it stays so, check the name servers of its domain.':
    {
      de: 'Der Name in der URL war gerade nicht aufzulösen. Versuchen Sie es in einer Minute noch einmal. Bleibt es so, prüfen Sie die Nameserver der Domain.',
    },
  'The URL must have at most {} characters.': { de: 'Die URL darf höchstens {} Zeichen haben.' },
  'This is not a valid URL. Expected one such as https://hooks.example.com/path.': {
    de: 'Das ist keine gültige URL. So sieht eine aus: https://hooks.example.com/pfad.',
  },
  'The URL must begin with https://.': { de: 'Die URL muss mit https:// beginnen.' },
  'The URL must not contain a user name or password.': {
    de: 'Die URL darf weder Benutzernamen noch Passwort enthalten.',
  },
  'The port of the URL belongs to another protocol than HTTPS: choose another port.': {
    de: 'Der Port der URL gehört zu einem anderen Protokoll als HTTPS. Wählen Sie einen anderen Port.',
  },
  'The URL must not have a fragment (#).': { de: 'Die URL darf kein Fragment (#) haben.' },
  'Add another passkey or set a password first.': {
    de: 'Fügen Sie zuerst einen anderen Passkey hinzu, oder setzen Sie ein Passwort.',
  },
  'The challenge is unknown, answered or expired.': {
    de: 'Die Anfrage ist abgelaufen oder schon beantwortet. Beginnen Sie noch einmal.',
  },
  'This is a common password: it would be guessed among the first.': {
    de: 'Das ist ein häufiges Passwort, das als Erstes versucht wird.',
  },
  'This is a common word with digits or signs around it. Take several words.': {
    de: 'Das ist ein häufiges Wort mit Ziffern oder Zeichen daran. Nehmen Sie mehrere Wörter.',
  },
  'This password repeats or counts up. Take several words.': {
    de: 'Dieses Passwort wiederholt sich oder zählt hoch. Nehmen Sie mehrere Wörter.',
  },
  'This is little more than your name, your address or your team. Take other words.': {
    de: 'Das ist kaum mehr als Ihr Name, Ihre Adresse oder Ihr Team. Nehmen Sie andere Wörter.',
  },
  'The account has no name.': { de: 'Bitte geben Sie Ihren Namen an.' },
  'A name has no web address in it: no "://", "www.", "/" or "@".': {
    de: 'In einem Namen steht keine Webadresse: kein „://“, „www.“, „/“ oder „@“.',
  },
  'The event was stored with what member_detail_enabled hides now: take an example.': {
    de: 'Das Ereignis enthält Angaben, die der Schalter „Mitgliederdetails“ jetzt ausblendet. Nehmen Sie ein Beispiel.',
  },
  'The host of the URL is not a valid name.': { de: 'Der Name in der URL ist nicht gültig.' },
};

/** True for a text of ours that contains no value. A log may contain such a text. */
export function isFixedDetail(detail: string): boolean {
  return Object.hasOwn(explanations, detail);
}

const GIVEN = /\b(?:whe|cat|sit|per|ind)_\w+|\b\d[\d,]*\b/g;

/** Says to the person what is wrong. Undefined if there is no more to say than the title. */
export function explanationOf(detail: string | undefined, language: Language): string | undefined {
  if (detail === undefined) return undefined;
  const english = detail.replace(GIVEN, '{}');
  const others = explanations[english];
  if (others === undefined) return undefined;
  const given = detail.match(GIVEN) ?? [];
  let at = 0;
  return { ...others, en: english }[language].replaceAll('{}', () => given[at++] ?? '');
}

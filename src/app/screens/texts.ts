import { defineTexts } from '../text/define-texts.ts';

export const screenTexts = defineTexts(
  {
    searchedBack: (time: string) => `Durchsucht zurück bis ${time}.`,
    further: 'Weiter zurück suchen',
    notFound: 'Diese Seite gibt es nicht',
    notFoundMore: 'Die Adresse ist falsch geschrieben, oder das Objekt wurde entfernt.',
    home: 'Zur Startseite',
    crash: 'Auf dieser Seite ist ein Fehler aufgetreten',
    crashMore:
      'Der Rest der App funktioniert weiter. Was Sie gespeichert haben, ist nicht betroffen.',
    newVersion: 'Es gibt eine neue Version dieser App',
    newVersionMore: 'Laden Sie die Seite neu, um weiterzuarbeiten.',
    unreachable: 'Keine Verbindung zum Server',
    unreachableMore:
      'Prüfen Sie Ihre Internetverbindung. Es wird nichts verworfen; Sie können es gleich noch einmal versuchen.',
    unavailable: 'Der Dienst ist gerade nicht erreichbar',
    unavailableMore: 'Meist dauert das nur wenige Sekunden.',
    unavailableIn: (seconds: number) => `Nächster Versuch in ${seconds} s.`,
    tooMany: 'Zu viele Anfragen',
    againIn: (wait: string) => `Der nächste Versuch ist ${wait} möglich.`,
    forbidden: 'Dafür fehlt Ihnen das Recht',
    forbiddenMore:
      'Fragen Sie die Inhaberin oder den Inhaber Ihres Teams, wenn Sie diese Seite brauchen.',
    notIncluded: 'Im Tarif Ihres Teams nicht enthalten',
    notIncludedMore:
      'API-Schlüssel, Webhooks und das Anfrageprotokoll gehören zu einem anderen Tarif.',
    suspended: 'Das Team ist gesperrt',
    suspendedMore: 'Sie können weiter lesen, aber nichts ändern.',
    ended: 'Das Team ist beendet',
    privacy: 'Durch die Datenschutzeinstellung Ihres Teams ausgeblendet',
    privacyMore:
      'Ihr Team zeigt keine Daten einzelner Personen. Die Statistik des ganzen Teams bleibt sichtbar.',
    broken: 'Der Server konnte nicht antworten',
    brokenMore: 'Der Fehler ist protokolliert. Nennen Sie bei einer Rückfrage die Anfrage-ID.',
    toProfile: 'Zum Profil',
    signOut: 'Abmelden',
    noTeam: 'Sie gehören zu keinem Team',
    noTeamMore:
      'Ihre Mitgliedschaft ist beendet, oder Sie haben noch keine Einladung angenommen. Mit dem Link aus der Einladung treten Sie einem Team bei.',
    insecure: 'Diese Adresse ist nicht verschlüsselt',
    insecureMore:
      'Zum Anmelden braucht Ihr Browser ein Cookie, das er nur über HTTPS annimmt (oder auf localhost). Rufen Sie die App über https:// auf.',
    insecureOperator:
      'Für Betreiber: Ein Proxy muss TLS beenden, und PUBLIC_URL muss die äußere Adresse nennen.',
    signInAgain: 'Noch einmal anmelden',
    noCookie: 'Ihr Browser hat die Anmeldung nicht behalten',
    noCookieMore:
      'Die Anmeldung war erfolgreich, aber das Cookie wurde nicht gespeichert. Erlauben Sie Cookies für diese Adresse und melden Sie sich noch einmal an.',
  },
  {
    searchedBack: (time: string) => `Searched back to ${time}.`,
    further: 'Search further back',
    notFound: 'There is no such page',
    notFoundMore: 'The address is misspelt, or the object has been removed.',
    home: 'Go to the start page',
    crash: 'Something went wrong on this page',
    crashMore: 'The rest of the app still works. What you have saved is not affected.',
    newVersion: 'There is a new version of this app',
    newVersionMore: 'Reload the page to continue.',
    unreachable: 'No connection to the server',
    unreachableMore:
      'Check your internet connection. Nothing is discarded; you can try again in a moment.',
    unavailable: 'The service is not available right now',
    unavailableMore: 'Usually this takes only a few seconds.',
    unavailableIn: (seconds: number) => `Next try in ${seconds} s.`,
    tooMany: 'Too many requests',
    againIn: (wait: string) => `You can try again ${wait}.`,
    forbidden: 'You do not have the right to do this',
    forbiddenMore: 'Ask the owner of your team if you need this page.',
    notIncluded: "Not included in your team's plan",
    notIncludedMore: 'API keys, webhooks and the request log belong to another plan.',
    suspended: 'The team is suspended',
    suspendedMore: 'You can still read everything, but not change anything.',
    ended: 'The team has ended',
    privacy: "Hidden by your team's privacy setting",
    privacyMore:
      'Your team shows no data about individual people. The analytics of the whole team stay visible.',
    broken: 'The server could not answer',
    brokenMore: 'The error is in the log. Give the request ID when you ask for help.',
    toProfile: 'Go to the profile',
    signOut: 'Sign out',
    noTeam: 'You are not in a team',
    noTeamMore:
      'Your membership has ended, or you have not accepted an invitation yet. The link in an invitation makes you a member of its team.',
    insecure: 'This address is not encrypted',
    insecureMore:
      'To sign in, your browser needs a cookie that it accepts only over HTTPS (or on localhost). Open the app with https://.',
    insecureOperator:
      'For operators: a proxy must end TLS, and PUBLIC_URL must name the outer address.',
    signInAgain: 'Sign in again',
    noCookie: 'Your browser did not keep the sign-in',
    noCookieMore:
      'The sign-in succeeded, but the cookie was not stored. Allow cookies for this address and sign in again.',
  },
);

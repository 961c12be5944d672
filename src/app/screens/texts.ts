import { defineTexts } from '../text/define-texts.ts';

export const screenTexts = defineTexts(
  {
    searchedBack: (time: string) => `Durchsucht zurück bis ${time}.`,
    further: 'Weiter zurück suchen',
    notFound: 'Diese Seite gibt es nicht',
    notFoundMore:
      'Vielleicht wurde entfernt, was hier stand. Prüfen Sie sonst die Schreibweise der Adresse.',
    home: 'Zur Startseite',
    crash: 'Auf dieser Seite ist ein Fehler aufgetreten',
    crashMore: 'Laden Sie die Seite neu. Was Sie gespeichert haben, ist nicht betroffen.',
    newVersion: 'Es gibt eine neue Version dieser App',
    newVersionMore: 'Laden Sie die Seite neu, um weiterzuarbeiten.',
    interrupted: 'Die Seite muss neu geladen werden',
    interruptedMore:
      'Die Verbindung ist beim Laden abgebrochen, und Ihr Browser holt den fehlenden Teil erst nach einem Neuladen.',
    partOffline:
      'Diese Seite war noch nicht geladen. Sie erscheint von selbst, sobald die Verbindung wieder da ist.',
    losses: {
      offline: {
        title: 'Keine Verbindung zum Server',
        more: 'Prüfen Sie Ihre Internetverbindung. Es wird nichts verworfen; Sie können es gleich noch einmal versuchen.',
      },
      late: {
        title: 'Der Server hat nicht rechtzeitig geantwortet',
        more: 'Es wird nichts verworfen; Sie können es gleich noch einmal versuchen.',
      },
      unavailable: {
        title: 'Der Dienst ist gerade nicht erreichbar',
        more: 'Meist dauert das nur wenige Sekunden.',
      },
      too_many: {
        title: 'Zu viele Anfragen',
        more: 'Warten Sie eine Minute, bevor Sie es noch einmal versuchen.',
      },
      refused: {
        title: 'Die Anfrage ist nicht bis zum Server gekommen',
        more: 'Ein Proxy oder eine Firewall auf dem Weg dorthin hat sie abgewiesen. Die IT-Abteilung Ihrer Firma kann den Zugang freigeben.',
      },
      strange: {
        title: 'Die Antwort kommt nicht vom Server',
        more: 'Manche Netze verlangen zuerst eine Anmeldung, etwa in Hotels und Zügen. Öffnen Sie dafür eine andere Seite, und versuchen Sie es dann noch einmal.',
      },
    },
    unavailableIn: (seconds: number) => `Nächster Versuch in ${seconds} s.`,
    againIn: (wait: string) => `Der nächste Versuch ist ${wait} möglich.`,
    forbidden: 'Dafür fehlt Ihnen das Recht',
    forbiddenMore:
      'Fragen Sie die Inhaberin oder den Inhaber Ihres Teams, wenn Sie diese Seite brauchen.',
    owner: 'Inhaber/in',
    notIncluded: 'Im Tarif Ihres Teams nicht enthalten',
    notIncludedMore:
      'API-Schlüssel, Webhooks und das Anfrageprotokoll gehören zu einem anderen Tarif.',
    suspended: 'Das Team ist gesperrt',
    suspendedMore: 'Sie können weiter lesen, aber nichts ändern.',
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
    notFound: 'Page not found',
    notFoundMore:
      'Perhaps what was here has been removed. Otherwise check the spelling of the address.',
    home: 'Go to the start page',
    crash: 'Something went wrong on this page',
    crashMore: 'Reload the page. What you have saved is not affected.',
    newVersion: 'There is a new version of this app',
    newVersionMore: 'Reload the page to continue.',
    interrupted: 'The page has to be reloaded',
    interruptedMore:
      'The connection broke while this page was loading, and your browser fetches the missing part only after a reload.',
    partOffline:
      'This page had not been loaded yet. It appears by itself as soon as the connection is back.',
    losses: {
      offline: {
        title: 'No connection to the server',
        more: 'Check your internet connection. Nothing is discarded; you can try again in a moment.',
      },
      late: {
        title: 'The server did not respond in time',
        more: 'Nothing is discarded; you can try again in a moment.',
      },
      unavailable: {
        title: 'The service is not available right now',
        more: 'Usually this takes only a few seconds.',
      },
      too_many: {
        title: 'Too many requests',
        more: 'Wait a minute before you try again.',
      },
      refused: {
        title: 'The request did not reach the server',
        more: "A proxy or a firewall on the way has refused it. Your company's IT can allow it.",
      },
      strange: {
        title: 'The response is not from the server',
        more: 'Some networks ask you to sign in first, such as those of hotels and trains. Open another page for that, and then try again.',
      },
    },
    unavailableIn: (seconds: number) => `Trying again in ${seconds} s.`,
    againIn: (wait: string) => `You can try again ${wait}.`,
    forbidden: 'You do not have the right to do this',
    forbiddenMore: 'Ask the owner of your team if you need this page.',
    owner: 'Owner',
    notIncluded: "Not included in your team's plan",
    notIncludedMore: 'API keys, webhooks and the request log belong to another plan.',
    suspended: 'The team is suspended',
    suspendedMore: 'You can still read everything, but not change anything.',
    privacy: "Hidden by your team's privacy setting",
    privacyMore:
      'Your team shows no data about individual people. The analytics of the whole team stay visible.',
    broken: 'Something went wrong on the server',
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

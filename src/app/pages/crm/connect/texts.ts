import { defineTexts } from '../../../text/define-texts.ts';

export const connectTexts = defineTexts(
  {
    title: 'CRM verbinden',
    titleOf: (provider: string) => `${provider} verbinden`,
    again: (name: string) => `„${name}“ neu verbinden`,
    choose: 'Welches CRM benutzt Ihr Team?',
    inSandbox:
      'Dies ist eine Sandbox. Nehmen Sie am besten ein Testkonto Ihres CRM: Was aus einem echten Konto gelesen wird, ist echt.',
    ways: {
      oauth: 'Mit einer Anmeldung oder einem Zugangsschlüssel',
      token: 'Mit einem Zugangsschlüssel aus dem CRM',
      one_click: 'Mit einem Klick',
    },
    oauth: (provider: string) => `Bei ${provider} anmelden`,
    oauthMore: (provider: string) =>
      `Sie melden sich bei ${provider} an und erlauben dort das Lesen. Ihr Passwort erfahren wir nicht.`,
    byToken: 'Stattdessen einen Zugangsschlüssel eingeben',
    practiceMore:
      'Das Übungs-CRM dieser Sandbox. Seine Deals sind erfunden, und es braucht keine Zugangsdaten.',
    demoMore:
      'Ein kleines CRM mit erfundenen Deals zum Ausprobieren. Es läuft in diesem Server und braucht keine Zugangsdaten.',
    fields: {
      access_token: 'Zugriffstoken',
      api_token: 'API-Token',
      company: 'Firma',
      my_domain: 'My Domain',
      consumer_key: 'Consumer Key',
      consumer_secret: 'Consumer Secret',
    },
    hints: {
      access_token: 'Beginnt meist mit pat-.',
      api_token: 'In Pipedrive: Persönliche Einstellungen › API.',
      company: 'Der Anfang Ihrer Adresse: bei firma.pipedrive.com ist das „firma“.',
      my_domain: 'Etwa firma.my.salesforce.com. In Salesforce: Setup › My Domain.',
      consumer_key: 'In der External Client App: Settings › OAuth Settings.',
      consumer_secret: 'Steht neben dem Consumer Key.',
    },
    where: 'So bekommen Sie die Zugangsdaten',
    steps: {
      hubspot: {
        one: 'Öffnen Sie in HubSpot „Entwicklung“ und dort „Schlüssel › Service-Schlüssel“. Dafür brauchen Sie das Recht für Entwickler-Tools.',
        two: 'Erstellen Sie einen Service-Schlüssel mit den Scopes crm.objects.deals.read, crm.schemas.deals.read und crm.objects.owners.read. Für Notizen kommt crm.objects.contacts.read dazu.',
        three:
          'Kopieren Sie den Schlüssel hierher. Das Token einer bestehenden privaten App geht auch.',
      },
      pipedrive: {
        one: 'Melden Sie sich in Pipedrive mit einem Konto an, das alle Deals sieht, am besten als Admin.',
        two: 'Öffnen Sie oben rechts Ihr Konto, dann „Persönliche Einstellungen › API“, und kopieren Sie den API-Token.',
      },
      salesforce: {
        one: 'Öffnen Sie in Salesforce „Setup › External Client App Manager“ und erstellen Sie eine App mit OAuth und dem Scope api.',
        two: 'Schalten Sie den Client Credentials Flow ein und wählen Sie unter „Run As“ einen Benutzer, der alle Opportunities lesen darf.',
        three:
          'Kopieren Sie Consumer Key und Consumer Secret aus „Settings › OAuth Settings“ hierher.',
      },
      demo: {},
    },
    test: 'Zugangsdaten prüfen',
    tested: 'Das haben wir gefunden. Gespeichert ist noch nichts.',
    account: 'Konto',
    accountId: 'ID des Kontos',
    currency: 'Währung',
    timeZone: 'Zeitzone',
    deals: 'Deals',
    permissions: 'Rechte',
    allThere: 'Alle nötigen Rechte sind da',
    unknown: 'nicht bekannt',
    missing: (provider: string) => `${provider} verweigert nötige Rechte`,
    missingMore: (provider: string) =>
      `Geben Sie den Zugangsdaten bei ${provider} diese Rechte, und prüfen Sie noch einmal:`,
    sameAccount: (name: string) => `Dieses Konto ist schon als „${name}“ verbunden`,
    sameAccountMore: 'Ein Konto lässt sich nur einmal verbinden.',
    openOther: 'Verbindung öffnen',
    revives: (name: string) => `Die getrennte Verbindung „${name}“ lebt wieder auf`,
    revivesMore: 'Ihre Daten sind noch da, und die Deals behalten ihre IDs.',
    otherAccount: 'Das ist ein anderes Konto',
    otherAccountMore: (id: string) =>
      `Diese Verbindung gehört zum Konto ${id}. Nehmen Sie Zugangsdaten dieses Kontos, oder legen Sie eine neue Verbindung an.`,
    name: 'Name der Verbindung',
    nameHint: 'So heißt sie hier. Leer: wie das Konto.',
    back: 'Zurück',
    connect: 'Verbinden',
    connected: 'Das CRM ist verbunden. Der erste Abgleich beginnt.',
    revived:
      'Die frühere Verbindung lebt wieder auf: Alle Deals behalten ihre IDs. Der Abgleich beginnt.',
    reconnected: 'Die Verbindung ist erneuert. Der Abgleich geht weiter.',
  },
  {
    title: 'Connect a CRM',
    titleOf: (provider: string) => `Connect ${provider}`,
    again: (name: string) => `Connect “${name}” again`,
    choose: 'Which CRM does your team use?',
    inSandbox:
      'This is a sandbox. Prefer a test account of your CRM: what is read from a real account is real.',
    ways: {
      oauth: 'By signing in, or with an access key',
      token: 'With an access key from the CRM',
      one_click: 'With one click',
    },
    oauth: (provider: string) => `Sign in to ${provider}`,
    oauthMore: (provider: string) =>
      `You sign in to ${provider} and allow reading there. We do not learn your password.`,
    byToken: 'Enter an access key instead',
    practiceMore:
      'The practice CRM of this sandbox. Its deals are invented, and it needs no credentials.',
    demoMore:
      'A small CRM with invented deals, to try things out. It runs in this server and needs no credentials.',
    fields: {
      access_token: 'Access token',
      api_token: 'API token',
      company: 'Company',
      my_domain: 'My Domain',
      consumer_key: 'Consumer key',
      consumer_secret: 'Consumer secret',
    },
    hints: {
      access_token: 'Mostly begins with pat-.',
      api_token: 'In Pipedrive: Personal preferences › API.',
      company: 'The beginning of your address: for firm.pipedrive.com it is “firm”.',
      my_domain: 'Such as firm.my.salesforce.com. In Salesforce: Setup › My Domain.',
      consumer_key: 'In the External Client App: Settings › OAuth Settings.',
      consumer_secret: 'Stands beside the consumer key.',
    },
    where: 'How to get the credentials',
    steps: {
      hubspot: {
        one: 'In HubSpot, open “Development”, then “Keys › Service keys”. You need the permission for developer tools.',
        two: 'Create a service key with the scopes crm.objects.deals.read, crm.schemas.deals.read and crm.objects.owners.read. For notes, add crm.objects.contacts.read.',
        three: 'Copy the key into this form. The token of an existing private app works too.',
      },
      pipedrive: {
        one: 'Sign in to Pipedrive with an account that sees all deals, best an admin.',
        two: 'Open your account at the top right, then “Personal preferences › API”, and copy the API token.',
      },
      salesforce: {
        one: 'In Salesforce, open “Setup › External Client App Manager” and create an app with OAuth and the scope api.',
        two: 'Switch on the client credentials flow, and choose under “Run As” a user who may read all opportunities.',
        three:
          'Copy consumer key and consumer secret from “Settings › OAuth Settings” into this form.',
      },
      demo: {},
    },
    test: 'Test the credentials',
    tested: 'This is what we found. Nothing is stored yet.',
    account: 'Account',
    accountId: 'ID of the account',
    currency: 'Currency',
    timeZone: 'Time zone',
    deals: 'Deals',
    permissions: 'Permissions',
    allThere: 'All needed permissions are there',
    unknown: 'not known',
    missing: (provider: string) => `${provider} refuses permissions that are needed`,
    missingMore: (provider: string) =>
      `Give the credentials these permissions in ${provider}, then test again:`,
    sameAccount: (name: string) => `This account is connected already, as “${name}”`,
    sameAccountMore: 'An account can be connected only once.',
    openOther: 'Open the connection',
    revives: (name: string) => `The disconnected connection “${name}” comes back`,
    revivesMore: 'Its data is still there, and the deals keep their ids.',
    otherAccount: 'This is another account',
    otherAccountMore: (id: string) =>
      `This connection belongs to the account ${id}. Take credentials of that account, or make a new connection.`,
    name: 'Name of the connection',
    nameHint: 'What it is called here. Empty: like the account.',
    back: 'Back',
    connect: 'Connect',
    connected: 'The CRM is connected. The first synchronization begins.',
    revived:
      'Your earlier connection is back: all deals keep their ids. The synchronization begins.',
    reconnected: 'The connection is renewed. The synchronization goes on.',
  },
);

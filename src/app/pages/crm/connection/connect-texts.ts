import { defineTexts } from '../../../text/define-texts.ts';

export const connectTexts = defineTexts(
  {
    lead: 'Aus diesen CRM-Systemen kommen die Deals und Einwände Ihres Teams. Wir lesen dort nur und ändern nichts.',
    guide: 'Anleitung: CRM-Daten',
    guidePage: 'guides/crm',
    list: 'Verbindungen',
    connectOne: 'CRM verbinden',
    empty: 'Noch kein CRM verbunden',
    emptyMore:
      'Verbinden Sie eines: Dann stehen seine Deals und die Einwände Ihrer Kunden hier und in der API und bleiben aktuell.',
    noneOffered:
      'Hier lässt sich derzeit kein CRM verbinden. Bitte wenden Sie sich an den Betreiber.',
    noneLeft:
      'Ein Team hat höchstens fünf Verbindungen. Trennen Sie zuerst eine, die Sie nicht brauchen.',
    title: (provider: string) => `${provider} verbinden`,
    again: (name: string) => `„${name}“ neu verbinden`,
    inSandbox:
      'Dies ist eine Sandbox. Nehmen Sie am besten ein Testkonto Ihres CRM: Aus einem echten Konto kommen echte Kundendaten.',
    ways: {
      oauth: 'Mit Anmeldung oder Schlüssel',
      token: 'Mit einem Schlüssel aus dem CRM',
      one_click: 'Mit einem Klick',
    },
    oauth: (provider: string) => `Bei ${provider} anmelden`,
    oauthMore: (provider: string) =>
      `Sie melden sich bei ${provider} an und erlauben dort das Lesen. Ihr Passwort erfahren wir nicht.`,
    byToken: 'Stattdessen einen Zugangsschlüssel eingeben',
    fields: {
      access_token: 'Zugriffstoken',
      api_token: 'API-Token',
      company: 'Firma',
      my_domain: 'My Domain',
      consumer_key: 'Consumer Key',
      consumer_secret: 'Consumer Secret',
    },
    hints: {
      company: 'Der Anfang Ihrer Adresse: bei firma.pipedrive.com ist das „firma“.',
      my_domain: 'Zum Beispiel firma.my.salesforce.com. In Salesforce: Setup › My Domain.',
    },
    where: {
      hubspot:
        'In HubSpot unter „Entwicklung › Schlüssel › Service-Schlüssel“, mit den Scopes crm.objects.deals.read, crm.schemas.deals.read und crm.objects.owners.read, für Notizen auch crm.objects.contacts.read. Das Token einer privaten App geht auch.',
      pipedrive:
        'In Pipedrive unter „Persönliche Einstellungen › API“. Nehmen Sie ein Konto, das alle Deals sieht.',
      salesforce:
        'In Salesforce unter „Setup › External Client App Manager“: eine App mit OAuth, dem Scope api und dem Client Credentials Flow. „Run As“ ist ein Benutzer, der alle Opportunities lesen darf. Die Schlüssel stehen dort unter „Settings › OAuth Settings“.',
      demo: 'Ein kleines CRM mit erfundenen Deals zum Ausprobieren. Es braucht keine Zugangsdaten.',
    },
    name: 'Name der Verbindung',
    nameHint: 'Ohne Angabe heißt sie wie das Konto.',
    connect: 'Verbinden',
    connected: (account: string) => `Verbunden mit dem Konto „${account}“.`,
    revived: 'Die frühere Verbindung ist wieder verbunden: Alle Deals behalten ihre IDs.',
  },
  {
    lead: "Your team's deals and objections come from these CRM systems. We only read from them and change nothing.",
    guide: 'Guide: CRM data',
    guidePage: 'guides/crm',
    list: 'Connections',
    connectOne: 'Connect a CRM',
    empty: 'No CRM connected yet',
    emptyMore:
      "Connect one to see its deals and your customers' objections here and in the API, kept up to date.",
    noneOffered: 'No CRM can be connected here at present. Please contact the operator.',
    noneLeft: 'A team has at most five connections. Disconnect one that you do not need.',
    title: (provider: string) => `Connect ${provider}`,
    again: (name: string) => `Connect “${name}” again`,
    inSandbox:
      'This is a sandbox. It is best to use a test account of your CRM: a real account brings real customer data.',
    ways: {
      oauth: 'By signing in, or with a key',
      token: 'With a key from the CRM',
      one_click: 'With one click',
    },
    oauth: (provider: string) => `Sign in to ${provider}`,
    oauthMore: (provider: string) =>
      `You sign in to ${provider} and allow us to read your data. We never see your password.`,
    byToken: 'Enter an access key instead',
    fields: {
      access_token: 'Access token',
      api_token: 'API token',
      company: 'Company',
      my_domain: 'My Domain',
      consumer_key: 'Consumer key',
      consumer_secret: 'Consumer secret',
    },
    hints: {
      company: 'The beginning of your address: for company.pipedrive.com it is “company”.',
      my_domain: 'For example, company.my.salesforce.com. In Salesforce: Setup › My Domain.',
    },
    where: {
      hubspot:
        'In HubSpot under “Development › Keys › Service keys”, with the scopes crm.objects.deals.read, crm.schemas.deals.read and crm.objects.owners.read, and for notes crm.objects.contacts.read. The token of a private app works too.',
      pipedrive:
        'In Pipedrive under “Personal preferences › API”. Use an account that can see all deals.',
      salesforce:
        'In Salesforce under “Setup › External Client App Manager”: an app with OAuth, the scope api and the client credentials flow. “Run As” is a user who can read all opportunities. You find the keys under “Settings › OAuth Settings” of the app.',
      demo: 'A small CRM with made-up deals for trying things out. It needs no credentials.',
    },
    name: 'Name of the connection',
    nameHint: "Leave empty to use the account's name.",
    connect: 'Connect',
    connected: (account: string) => `Connected to the account “${account}”.`,
    revived: 'Your earlier connection is back: all deals keep their IDs.',
  },
);

import type { FoundKind } from '../../features/search/search.schema.ts';
import { defineTexts } from '../text/define-texts.ts';

type Kinds = Record<FoundKind, string>;

const german: Kinds = {
  person: 'Mitglied',
  key: 'API-Schlüssel',
  endpoint: 'Endpunkt',
  connection: 'CRM-Verbindung',
  assignment: 'Aufgabe',
  training: 'Training',
  case: 'Fall',
  deal: 'CRM-Deal',
  catalog_entry: 'Katalog',
  run: 'Abgleich',
  delivery: 'Zustellung',
  event: 'Ereignis',
  own_assignment: 'Meine Aufgabe',
  own_training: 'Mein Training',
  own_case: 'Mein Fall',
};

const english: Kinds = {
  person: 'Member',
  key: 'API key',
  endpoint: 'Endpoint',
  connection: 'CRM connection',
  assignment: 'Assignment',
  training: 'Training',
  case: 'Case',
  deal: 'CRM deal',
  catalog_entry: 'Catalog',
  run: 'Synchronization',
  delivery: 'Delivery',
  event: 'Event',
  own_assignment: 'My assignment',
  own_training: 'My training',
  own_case: 'My case',
};

export const paletteTexts = defineTexts(
  {
    kinds: german,
    /** What an id opens, by the prefix of the id. */
    ids: {
      mem: 'Mitglied öffnen',
      key: 'API-Schlüssel öffnen',
      trn: 'Training öffnen',
      asg: 'Aufgabe öffnen',
      cas: 'Fall öffnen',
      deal: 'CRM-Deal öffnen',
      con: 'CRM-Verbindung öffnen',
      whe: 'Endpunkt öffnen',
      whd: 'Zustellung öffnen',
      evt: 'Zustellungen dieses Ereignisses',
      aud: 'Eintrag im Audit-Log öffnen',
      ses: 'Angemeldete Geräte öffnen',
      request: 'Ursache und Folgen der Anfrage',
    } as Record<string, string>,
    pasted: 'ID',
    changesOf: 'Änderungen daran im Audit-Log',
    changesBy: 'Was diese Anfrage geändert hat',
    deliveriesOf: 'Webhooks dazu',
    untitled: 'Ohne Titel',
    settings: 'Einstellung',
  },
  {
    kinds: english,
    ids: {
      mem: 'Open the member',
      key: 'Open the API key',
      trn: 'Open the training',
      asg: 'Open the assignment',
      cas: 'Open the case',
      deal: 'Open the CRM deal',
      con: 'Open the CRM connection',
      whe: 'Open the endpoint',
      whd: 'Open the delivery',
      evt: 'Deliveries of this event',
      aud: 'Open the entry of the audit log',
      ses: 'Open signed-in devices',
      request: 'Cause and effects of the request',
    },
    pasted: 'ID',
    changesOf: 'Its changes in the audit log',
    changesBy: 'What this request changed',
    deliveriesOf: 'Webhooks about it',
    untitled: 'Untitled',
    settings: 'Setting',
  },
);

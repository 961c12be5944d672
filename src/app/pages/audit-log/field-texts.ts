import { assignmentFields } from '../../../features/assignments/assignment-fields.schema.ts';
import { caseFields } from '../../../features/cases/case-fields.schema.ts';
import { sandboxFields, teamFields } from '../../../features/team/team-fields.schema.ts';
import { contactFields } from '../../../features/technical-contact/contact-fields.schema.ts';
import { endpointFields } from '../../../features/webhooks/endpoint-fields.schema.ts';
import type { InEach, Language } from '../../../shared/language/language.ts';
import { type Fields, forEachField } from '../../../shared/schema/fields.ts';

/** The fields that people fill in. Their labels stand where they are declared. */
const filledIn: Fields = {
  ...assignmentFields,
  ...caseFields,
  ...contactFields,
  ...endpointFields,
  ...sandboxFields,
  ...teamFields,
};

/** The names for people of all other fields that an entry lists, and those that the log calls otherwise. */
const names: Record<string, InEach<string>> = {
  access: { de: 'Zugang', en: 'Access' },
  account_id: { de: 'Konto', en: 'Account' },
  action: { de: 'Was', en: 'What' },
  actor: { de: 'Von', en: 'By' },
  changed: { de: 'Geändert', en: 'Changed' },
  code: { de: 'Fehlercode', en: 'Error code' },
  command: { de: 'Befehl', en: 'Command' },
  confirm_deletion: { de: 'Entfernen bestätigt', en: 'Removal confirmed' },
  consecutive_failures: { de: 'Fehlschläge in Folge', en: 'Failures in a row' },
  created_by: { de: 'Erstellt von', en: 'Created by' },
  daily_budget: { de: 'Anfragen am Tag', en: 'Requests per day' },
  data: { de: 'Daten', en: 'Data' },
  delivery_id: { de: 'Zustellung', en: 'Delivery' },
  dimension: { de: 'Liste', en: 'List' },
  duplicate_of: { de: 'Kopie von', en: 'Copy of' },
  endpoint_id: { de: 'Endpunkt', en: 'Endpoint' },
  entry_ids: { de: 'Einträge', en: 'Entries' },
  event_id: { de: 'Ereignis', en: 'Event' },
  events: { de: 'Ereignistypen', en: 'Event types' },
  every_minutes: { de: 'Abgleich alle (Minuten)', en: 'Synchronized every (minutes)' },
  expires_at: { de: 'Gültig bis', en: 'Valid until' },
  format: { de: 'Format', en: 'Format' },
  former_owner: { de: 'Bisherige Inhaberin oder Inhaber', en: 'Former owner' },
  from: { de: 'Von', en: 'From' },
  grace: { de: 'Übergangszeit', en: 'Grace period' },
  grants: { de: 'Rechte', en: 'Rights' },
  icon: { de: 'Symbol', en: 'Icon' },
  imprint_url: { de: 'Impressum', en: 'Imprint' },
  industry: { de: 'Branche', en: 'Industry' },
  industry_field: { de: 'Feld für die Branche', en: 'Field for the industry' },
  industry_id: { de: 'Branche', en: 'Industry' },
  industry_values: { de: 'Werte der Branche', en: 'Values of the industry' },
  ip_ranges: { de: 'Erlaubte IP-Adressen', en: 'Allowed IP addresses' },
  key_id: { de: 'Schlüssel', en: 'Key' },
  lang: { de: 'Sprache', en: 'Language' },
  leaderboard_enabled: { de: 'Rangliste', en: 'Leaderboard' },
  lost_reason_field: { de: 'Feld für den Verlustgrund', en: 'Field for the lost reason' },
  member_detail_enabled: { de: 'Mitgliederdetails', en: 'Member detail' },
  methodology: { de: 'Methodik', en: 'Methodology' },
  names: { de: 'Namen', en: 'Names' },
  new_key_id: { de: 'Neuer Schlüssel', en: 'New key' },
  notes: { de: 'Notizen lesen', en: 'Read notes' },
  object: { de: 'Objekt', en: 'Object' },
  answer: { de: 'Antwort', en: 'Response' },
  object_id: { de: 'Objekt-ID', en: 'Object ID' },
  objections_field: { de: 'Feld für Einwände', en: 'Field for objections' },
  only: { de: 'Auswahl', en: 'Choice' },
  owner: { de: 'Inhaberin oder Inhaber', en: 'Owner' },
  owners: { de: 'Zuständige', en: 'Owners' },
  personality: { de: 'Persönlichkeit', en: 'Personality' },
  personality_id: { de: 'Persönlichkeit', en: 'Personality' },
  pipelines: { de: 'Pipelines', en: 'Pipelines' },
  plan: { de: 'Tarif', en: 'Plan' },
  privacy_url: { de: 'Datenschutzhinweise', en: 'Privacy notice' },
  provider: { de: 'CRM', en: 'CRM' },
  rate_limit_per_min: { de: 'Anfragen pro Minute', en: 'Requests per minute' },
  replaces: { de: 'Ersetzt', en: 'Replaces' },
  request_id: { de: 'Anfrage-ID', en: 'Request ID' },
  revived: { de: 'Wieder verbunden', en: 'Connected again' },
  rights: { de: 'Rechte', en: 'Rights' },
  role: { de: 'Rolle', en: 'Role' },
  route: { de: 'Route', en: 'Route' },
  scopes: { de: 'Rechte (Scopes)', en: 'Scopes' },
  since: { de: 'Ab', en: 'From' },
  situation: { de: 'Situation', en: 'Situation' },
  situation_id: { de: 'Situation', en: 'Situation' },
  sort_key: { de: 'Platz in der Liste', en: 'Place in the list' },
  status_class: { de: 'Status', en: 'Status' },
  sync_run_id: { de: 'Abgleich', en: 'Synchronization' },
  system: { de: 'System', en: 'System' },
  target_id: { de: 'Objekt-ID', en: 'Object ID' },
  to: { de: 'Bis', en: 'To' },
  type: { de: 'Ereignistyp', en: 'Event type' },
  until: { de: 'Bis', en: 'Until' },
};

const labels = forEachField(filledIn, ({ label }) => label);
const texts = new Map(Object.entries({ ...labels, ...names }));

/** Undefined for a field that this page does not know yet. */
export function fieldText(field: string, language: Language): string | undefined {
  return texts.get(field)?.[language];
}

import type { Scope } from '../../../auth/scopes.ts';
import { defineTexts } from '../../text/define-texts.ts';

/** What a key may do with each scope, in one line. */
export const scopeTexts = defineTexts<Record<Scope, string>>(
  {
    'users:read': 'Mitglieder des Teams lesen',
    'users:write': 'Mitglieder einladen, ihre Rolle ändern, sie entfernen',
    'trainings:read': 'Trainings lesen',
    'evaluations:read': 'Bewertungen der Trainings lesen',
    'assignments:read': 'Aufgaben lesen',
    'assignments:write': 'Aufgaben stellen, ändern, löschen',
    'cases:read': 'Fälle des Teams und Daten aus dem CRM lesen',
    'cases:write': 'Fälle des Teams anlegen, ändern, löschen',
    'catalog:read': 'Den Katalog lesen',
    'analytics:read': 'Auswertungen des Teams lesen',
    'events:read':
      'Den Ereignis-Feed lesen; er zeigt auch ohne evaluations:read Punktzahlen und die IDs der Personen',
    'webhooks:manage': 'Endpunkte für Webhooks verwalten, Zustellungen lesen und erneut senden',
  },
  {
    'users:read': 'Read the members of the team',
    'users:write': 'Invite members, change their role, remove them',
    'trainings:read': 'Read trainings',
    'evaluations:read': 'Read the evaluations of trainings',
    'assignments:read': 'Read assignments',
    'assignments:write': 'Create, change and delete assignments',
    'cases:read': 'Read cases of the team, and CRM data',
    'cases:write': 'Create, change and delete cases of the team',
    'catalog:read': 'Read the catalog',
    'analytics:read': 'Read the analytics of the team',
    'events:read':
      'Read the event feed, which shows scores and user ids even without evaluations:read',
    'webhooks:manage': 'Manage webhook endpoints, read and resend deliveries',
  },
);

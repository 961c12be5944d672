import type { Fields } from '../../shared/schema/fields.ts';

/** What people may change of an endpoint. */
export const endpointFields = {
  url: {
    label: { de: 'URL', en: 'URL' },
    hint: {
      de: 'Mit https://, öffentlich erreichbar, ohne Benutzer und Passwort.',
      en: 'With https://, publicly reachable, without user and password.',
    },
    kind: 'text',
    most: 2048,
    isRequired: true,
  },
  description: {
    label: { de: 'Beschreibung', en: 'Description' },
    hint: {
      de: 'Wofür der Endpunkt da ist, etwa „Data Warehouse“.',
      en: 'What the endpoint is for, such as “Data warehouse”.',
    },
    kind: 'text',
    most: 500,
  },
  events: { label: { de: 'Ereignisse', en: 'Events' }, kind: 'list' },
  status: { label: { de: 'Status', en: 'Status' }, kind: 'text', isRequired: true },
} satisfies Fields;

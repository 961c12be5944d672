import type { Language } from '../shared/language/language.ts';
import type { RightOf, TeamWho } from './rights.ts';

/** What each right of a team allows, in the words that the app shows where roles are chosen. */
export const rightTexts: Record<RightOf<TeamWho>, Record<Language, string>> = {
  see_team: { de: 'Das Team und seine Einstellungen sehen', en: 'See the team and its settings' },
  see_catalog: {
    de: 'Den freigegebenen Katalog sehen',
    en: 'See the catalog that the team has released',
  },
  see_own_cases: {
    de: 'Die eigenen privaten Fälle sehen',
    en: 'See your own private cases',
  },
  change_own_cases: {
    de: 'Eigene private Fälle anlegen, ändern und löschen',
    en: 'Create, change and delete your own private cases',
  },
  see_own_work: {
    de: 'Die eigenen Aufgaben, Trainings und Auswertungen sehen',
    en: 'See your own assignments, trainings and evaluations',
  },
  see_own_views: {
    de: 'Die eigenen gespeicherten Ansichten sehen',
    en: 'See your own saved views',
  },
  change_own_views: {
    de: 'Ansichten von Listen speichern, umbenennen und entfernen',
    en: 'Save, rename and remove views of lists',
  },
  accept_ownership: {
    de: 'Das Team übernehmen, wenn es angeboten wird',
    en: 'Take over the team, if it is offered',
  },
  change_team: {
    de: 'Name, Sprachen, Zeitzone und Links des Teams ändern',
    en: 'Change the name, languages, time zone and links of the team',
  },
  see_technical_contact: {
    de: 'Den technischen Kontakt des Teams sehen',
    en: 'See the technical contact of the team',
  },
  change_technical_contact: {
    de: 'Den technischen Kontakt eintragen, ändern und entfernen',
    en: 'Name, change and remove the technical contact',
  },
  see_members: { de: 'Alle Mitglieder sehen', en: 'See all members' },
  invite_members: {
    de: 'Mitglieder einladen und Einladungen zurückziehen',
    en: 'Invite members and withdraw invitations',
  },
  change_members: {
    de: 'Rollen ändern und Mitglieder entfernen',
    en: 'Change roles and remove members',
  },
  see_assignments: { de: 'Alle Aufgaben sehen', en: 'See all assignments' },
  change_assignments: {
    de: 'Aufgaben vergeben, ändern und löschen',
    en: 'Assign, change and delete assignments',
  },
  see_trainings: {
    de: 'Alle Trainings und Auswertungen sehen',
    en: 'See all trainings and evaluations',
  },
  see_cases: { de: 'Die Fälle des Teams sehen', en: 'See the cases of the team' },
  change_cases: {
    de: 'Fälle des Teams anlegen, ändern und löschen',
    en: 'Create, change and delete cases of the team',
  },
  arrange_catalog: {
    de: 'Den Katalog des Teams einrichten: freigeben, eigene Einträge und Regeln',
    en: "Arrange the team's catalog: release entries, own entries and rules",
  },
  see_policies: {
    de: 'Vorgaben für das Team und für Mitglieder sehen',
    en: 'See policies for the team and for members',
  },
  change_policies: {
    de: 'Vorgaben für das Team und für Mitglieder ändern',
    en: 'Change policies for the team and for members',
  },
  see_analytics: { de: 'Die Statistik des Teams sehen', en: 'See the analytics of the team' },
  see_crm: {
    de: 'Deals und Einwände aus dem CRM sehen',
    en: 'See deals and objections of the CRM',
  },
  export_lists: {
    de: 'Mitglieder, Trainings, Aufgaben und Deals exportieren',
    en: 'Export members, trainings, assignments and deals',
  },
  see_audit_log: {
    de: 'Sehen, wer was geändert hat',
    en: 'See who has changed what',
  },
  export_audit_log: {
    de: 'Exportieren, wer was geändert hat',
    en: 'Export who has changed what',
  },
  see_request_log: {
    de: 'Die Anfragen der API-Schlüssel sehen',
    en: 'See the requests of the API keys',
  },
  export_request_log: {
    de: 'Die Anfragen der API-Schlüssel exportieren',
    en: 'Export the requests of the API keys',
  },
  see_api_keys: { de: 'API-Schlüssel sehen', en: 'See API keys' },
  change_api_keys: { de: 'API-Schlüssel umbenennen', en: 'Rename API keys' },
  make_api_keys: { de: 'API-Schlüssel erstellen und rotieren', en: 'Create and rotate API keys' },
  end_api_keys: {
    de: 'API-Schlüssel widerrufen und ihre Übergangsfrist beenden',
    en: 'Revoke API keys and end their grace period',
  },
  look_at_command_line: {
    de: 'Den Code einer Kommandozeile eingeben und sehen, von wo sie fragt',
    en: 'Enter the code of a command line and see from where it asks',
  },
  confirm_command_line: {
    de: 'Eine Kommandozeile anmelden',
    en: 'Log in a command line',
  },
  see_command_lines: {
    de: 'Sehen, welche Kommandozeilen angemeldet sind',
    en: 'See which command lines are logged in',
  },
  end_command_lines: {
    de: 'Eigene Kommandozeilen abmelden; Inhaberin oder Inhaber auch die der anderen',
    en: 'Log out your own command lines; the owner also those of others',
  },
  see_webhooks: {
    de: 'Webhook-Endpunkte und Zustellungen sehen',
    en: 'See webhook endpoints and deliveries',
  },
  change_webhooks: {
    de: 'Webhook-Endpunkte ändern und testen',
    en: 'Change and test webhook endpoints',
  },
  make_webhook_secrets: { de: 'Webhook-Endpunkte anlegen', en: 'Create webhook endpoints' },
  remove_webhooks: { de: 'Webhook-Endpunkte löschen', en: 'Delete webhook endpoints' },
  see_try_out: {
    de: 'In einer Sandbox sehen, was aus einem ausgelösten Vorgang wird',
    en: 'See in a sandbox what comes of something that was triggered',
  },
  try_out: {
    de: 'In einer Sandbox Vorgänge auslösen und an Endpunkten Zeit vergehen lassen',
    en: 'Have things happen in a sandbox, and let time pass for its endpoints',
  },
  see_sandbox_mails: {
    de: 'Die Mails sehen, die eine Sandbox verschickt hätte',
    en: 'See the mails that a sandbox would have sent',
  },
  see_crm_connections: {
    de: 'CRM-Verbindungen und ihre Abgleiche sehen',
    en: 'See CRM connections and their synchronizations',
  },
  change_crm_connections: {
    de: 'CRM-Verbindungen einstellen, anhalten und neu einlesen',
    en: 'Set up, pause and read again CRM connections',
  },
  connect_crm: {
    de: 'Ein CRM verbinden und trennen',
    en: 'Connect and disconnect a CRM',
  },
  make_sandboxes: {
    de: 'Sandboxes anlegen, umbenennen und ihre Plätze einstellen',
    en: 'Create and rename sandboxes, and set their seats',
  },
  end_sandboxes: {
    de: 'Sandboxes zurücksetzen und löschen',
    en: 'Reset and delete sandboxes',
  },
  change_privacy: {
    de: 'Die Datenschutzeinstellungen ändern',
    en: 'Change the privacy settings',
  },
  preview_privacy: {
    de: 'Sehen, was eine Datenschutzeinstellung ändert',
    en: 'See what a privacy setting changes',
  },
  grant_rights: {
    de: 'Admins das Recht „Schnittstellen“ geben und nehmen',
    en: 'Grant and take the right to interfaces',
  },
  see_former_members: {
    de: 'Sehen, wer aus dem Team entfernt wurde',
    en: 'See who was removed from the team',
  },
  erase_members: {
    de: 'Die Daten entfernter Mitglieder löschen',
    en: 'Erase the data of removed members',
  },
  offer_ownership: {
    de: 'Das Team einer anderen Person anbieten',
    en: 'Offer the team to another person',
  },
  withdraw_ownership: { de: 'Ein solches Angebot zurückziehen', en: 'Withdraw such an offer' },
};

import type { Language } from '../../shared/language/language.ts';
import type { Place } from '../session/id-places.ts';
import type { TeamRight } from '../session/rights.ts';

type Setting = Place & {
  title: Record<Language, string>;
  words: string;
  needs: TeamRight | 'session';
};

/** Settings that the palette can open at their place on a page. */
export const settings: readonly Setting[] = [
  {
    title: { de: 'Teamname, Sprachen und Zeitzone', en: 'Team name, languages and time zone' },
    words: 'zeit uhrzeit time zone sprache language impressum imprint datenschutzhinweis',
    needs: 'change_team',
    path: '/team',
    hash: 'settings',
  },
  {
    title: { de: 'Technischer Kontakt', en: 'Technical contact' },
    words: 'technical contact ansprechpartner e-mail benachrichtigung',
    needs: 'change_technical_contact',
    path: '/team',
    hash: 'contact',
  },
  {
    title: { de: 'Sandboxes', en: 'Sandboxes' },
    words: 'sandbox create anlegen testmodus ausprobieren try test mode',
    needs: 'change_team',
    path: '/team',
    hash: 'sandboxes',
  },
  {
    title: { de: 'Team übertragen', en: 'Hand over the team' },
    words: 'inhaber owner besitzer übergeben ownership transfer',
    needs: 'change_team',
    path: '/team',
    hash: 'ownership',
  },
  {
    title: { de: 'Tarif und Grenzen', en: 'Plan and limits' },
    words: 'plätze seats rate limit tarif plan kontingent',
    needs: 'change_team',
    path: '/team',
    hash: 'limits',
  },
  {
    title: { de: 'Mitgliederdetails und Rangliste', en: 'Member detail and leaderboard' },
    words: 'privacy datenschutz schalter member detail leaderboard namen ausblenden hide names',
    needs: 'preview_privacy',
    path: '/privacy',
  },
  {
    title: { de: 'Nutzung der API', en: 'Usage of the API' },
    words: 'verbrauch usage programme programs statistik p95',
    needs: 'see_request_log',
    path: '/request-log',
    search: '?view=usage',
  },
  {
    title: { de: 'Fehler der API-Anfragen', en: 'Errors of API requests' },
    words: 'errors fehlercodes codes 422 429',
    needs: 'see_request_log',
    path: '/request-log',
    search: '?view=errors',
  },
  {
    title: { de: 'Ehemalige Mitglieder', en: 'Former members' },
    words: 'entfernt removed daten löschen erase dsgvo gdpr',
    needs: 'see_former_members',
    path: '/members',
    search: '?view=former',
  },
  {
    title: { de: 'Vorgaben einzelner Mitglieder', en: 'Policies of single members' },
    words: 'policy sperren erlauben block allow',
    needs: 'see_policies',
    path: '/policies',
    search: '?view=members',
  },
  {
    title: { de: 'Warum ist etwas gesperrt?', en: 'Why is something blocked?' },
    words: 'policy probe erklären explain vorgabe gesperrt blocked',
    needs: 'see_policies',
    path: '/policies',
    search: '?view=why',
  },
  {
    title: { de: 'Regeln des Katalogs', en: 'Rules of the catalog' },
    words: 'kombination combination regel rule ausschließen',
    needs: 'arrange_catalog',
    path: '/catalog',
    search: '?list=rules',
  },
  {
    title: { de: 'Name und Sprache', en: 'Name and language' },
    words: 'profil profile name sprache language',
    needs: 'session',
    path: '/profile',
    hash: 'person',
  },
  {
    title: { de: 'E-Mail-Adresse ändern', en: 'Change the e-mail address' },
    words: 'profil profile email mail adresse address',
    needs: 'session',
    path: '/profile',
    hash: 'email',
  },
  {
    title: { de: 'Passwort ändern', en: 'Change the password' },
    words: 'profil profile kennwort password',
    needs: 'session',
    path: '/profile',
    hash: 'password',
  },
  {
    title: { de: 'Passkeys', en: 'Passkeys' },
    words: 'profil profile passkey fingerabdruck fingerprint webauthn',
    needs: 'session',
    path: '/profile',
    hash: 'passkeys',
  },
  {
    title: { de: 'Angemeldete Geräte', en: 'Signed-in devices' },
    words: 'sitzung session gerät device abmelden sign out überall everywhere',
    needs: 'session',
    path: '/profile',
    hash: 'sessions',
  },
  {
    title: { de: 'Was mit Ihrem Konto geschah', en: 'What happened to your account' },
    words: 'sicherheit security log verlauf anmeldungen sign-ins history',
    needs: 'session',
    path: '/profile',
    hash: 'security',
  },
  {
    title: { de: 'Eigene Daten und Konto', en: 'Your data and account' },
    words: 'dsgvo gdpr export download konto löschen delete account daten data',
    needs: 'session',
    path: '/profile',
    hash: 'own-data',
  },
];

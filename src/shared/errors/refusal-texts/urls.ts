import type { InEach } from '../../language/language.ts';

/** Refusals about the URL of an endpoint. */
export const urlRefusals = {
  url_not_public: {
    en: 'The URL must be publicly reachable: its host is an address that is not public.',
    de: 'Die URL muss öffentlich erreichbar sein. Diese Adresse ist nicht öffentlich.',
  },
  url_resolves_to_private: {
    en: 'The URL must be publicly reachable: its host resolves to an address that is not public.',
    de: 'Die URL muss öffentlich erreichbar sein. Ihr Name führt zu einer Adresse, die nicht öffentlich ist.',
  },
  url_internal_name: {
    en: 'The URL must be publicly reachable: its host is a name of an internal network.',
    de: 'Die URL muss öffentlich erreichbar sein. Ihr Name gehört zu einem internen Netz.',
  },
  url_name_unknown: {
    en: 'The host of the URL does not resolve to an address: check its spelling, or create its DNS record (A or AAAA) first.',
    de: 'Zum Namen in der URL gibt es keine Adresse. Prüfen Sie die Schreibweise, oder legen Sie zuerst den DNS-Eintrag an (A oder AAAA).',
  },
  url_name_unanswered: {
    en: 'The host of the URL could not be resolved just now: try again in a minute. If it stays so, check the name servers of its domain.',
    de: 'Der Name in der URL war gerade nicht aufzulösen. Versuchen Sie es in einer Minute noch einmal. Bleibt es so, prüfen Sie die Nameserver der Domain.',
  },
  url_too_long: {
    en: 'The URL must have at most {} characters.',
    de: 'Die URL darf höchstens {} Zeichen haben.',
  },
  url_invalid: {
    en: 'This is not a valid URL. Expected one such as https://hooks.example.com/path.',
    de: 'Das ist keine gültige URL. So sieht eine aus: https://hooks.example.com/pfad.',
  },
  url_not_https: {
    en: 'The URL must begin with https://.',
    de: 'Die URL muss mit https:// beginnen.',
  },
  url_with_credentials: {
    en: 'The URL must not contain a user name or password.',
    de: 'Die URL darf weder Benutzernamen noch Passwort enthalten.',
  },
  url_port: {
    en: 'The port of the URL belongs to another protocol than HTTPS: choose another port.',
    de: 'Der Port der URL gehört zu einem anderen Protokoll als HTTPS. Wählen Sie einen anderen Port.',
  },
  url_with_fragment: {
    en: 'The URL must not have a fragment (#).',
    de: 'Die URL darf kein Fragment (#) haben.',
  },
  url_name_invalid: {
    en: 'The host of the URL is not a valid name.',
    de: 'Der Name in der URL ist nicht gültig.',
  },
} as const satisfies Record<string, InEach<string>>;

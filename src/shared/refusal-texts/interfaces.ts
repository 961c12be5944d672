import type { InEach } from '../language.ts';

/** Refusals about API keys and webhooks. */
export const interfaceRefusals = {
  outgoing_off: {
    en: 'This installation sends nothing at present. Its operator has switched that off.',
    de: 'Diese Installation sendet zurzeit nichts. Der Betreiber hat das abgeschaltet.',
  },
  too_many_days: {
    en: 'At most {} days.',
    de: 'Höchstens {} Tage.',
  },
  no_such_key: {
    en: 'The team has no such key.',
    de: 'Diesen Schlüssel hat das Team nicht.',
  },
  expiry_passed: {
    en: 'expires_at must lie in the future.',
    de: 'Der Ablauf muss in der Zukunft liegen.',
  },
  copied_expiry_passed: {
    en: 'The copied expiry has passed. Give another one, or null for none.',
    de: 'Der übernommene Ablauf ist vorbei. Wählen Sie einen anderen.',
  },
  too_many_keys: {
    en: 'The team has {} keys that work. Revoke one that is not needed.',
    de: 'Das Team hat {} gültige Schlüssel. Widerrufen Sie zuerst einen, den Sie nicht brauchen.',
  },
  too_many_keys_an_hour: {
    en: 'At most {} keys of one person in an hour.',
    de: 'Eine Person kann höchstens {} Schlüssel in einer Stunde erstellen. Warten Sie, oder bitten Sie einen anderen Admin.',
  },
  key_revoked: {
    en: 'The key has been revoked.',
    de: 'Der Schlüssel ist widerrufen.',
  },
  key_already_rotated: {
    en: 'The key has already been rotated.',
    de: 'Der Schlüssel wurde schon rotiert.',
  },
  key_expired: {
    en: 'The key has expired.',
    de: 'Der Schlüssel ist abgelaufen.',
  },
  key_not_rotated: {
    en: 'The key has no grace period, because it was not rotated.',
    de: 'Der Schlüssel hat keine Übergangszeit, denn er wurde nicht rotiert.',
  },
  too_many_tests: {
    en: 'At most {} test events in a minute for an endpoint.',
    de: 'An einen Endpunkt gehen höchstens {} Testereignisse in einer Minute.',
  },
  too_many_passes: {
    en: 'The times of an endpoint move at most {} times in a minute.',
    de: 'Die Zeiten eines Endpunkts lassen sich höchstens {}-mal in einer Minute verschieben.',
  },
  delivery_arrived: {
    en: 'This delivery has arrived: there is nothing to resend.',
    de: 'Diese Zustellung ist angekommen: Es gibt nichts erneut zu senden.',
  },
  too_many_endpoints: {
    en: 'A team has at most {} webhook endpoints: delete one that is not needed, or add the events to one that exists.',
    de: 'Ein Team hat höchstens {} Webhook-Endpunkte. Löschen Sie einen, oder wählen Sie die Ereignisse an einem vorhandenen.',
  },
  too_many_endpoints_of_host: {
    en: 'At most {} webhook endpoints of a team and its sandboxes may have this host and port until it has answered one event with 2xx: send a test event to one of them, or add the events to one that exists.',
    de: 'Höchstens {} Webhook-Endpunkte eines Teams und seiner Sandboxes dürfen diesen Host und Port haben, bis er ein Ereignis mit 2xx beantwortet hat. Senden Sie einem davon ein Testereignis, oder wählen Sie die Ereignisse an einem vorhandenen.',
  },
  too_many_listeners: {
    en: 'Three command lines of the team listen already, on {}. Stop one of them with Ctrl-C.',
    de: 'Drei Kommandozeilen des Teams hören schon zu, auf {}. Beenden Sie eine davon mit Strg-C.',
  },
  too_many_listeners_hidden: {
    en: 'Three command lines of the team listen already. Stop one of them with Ctrl-C.',
    de: 'Drei Kommandozeilen des Teams hören schon zu. Beenden Sie eine davon mit Strg-C.',
  },
  nothing_listens: {
    en: 'No command line of this login listens. Start it in another terminal: team-api listen --forward-to URL.',
    de: 'Keine Kommandozeile dieser Anmeldung hört zu. Starten Sie sie in einem anderen Terminal: team-api listen --forward-to URL.',
  },
  too_many_to_listener: {
    en: 'These are more than {} events. Choose a shorter time.',
    de: 'Das sind mehr als {} Ereignisse. Wählen Sie eine kürzere Zeit.',
  },
  keeps_no_events: {
    en: 'The team keeps no events, because it has neither an API key with events:read nor a webhook endpoint.',
    de: 'Das Team bewahrt keine Ereignisse auf, denn es hat weder einen API-Schlüssel mit events:read noch einen Webhook-Endpunkt.',
  },
  secret_being_replaced: {
    en: 'The endpoint {} replaces its secret already: delete one of the two first.',
    de: 'Das Secret des Endpunkts {} wird schon ersetzt. Löschen Sie zuerst einen der beiden.',
  },
  nothing_to_retry: {
    en: 'No delivery that this chooses has failed: there is nothing to resend.',
    de: 'Keine der gewählten Zustellungen ist fehlgeschlagen: Es gibt nichts erneut zu senden.',
  },
  retry_running: {
    en: 'An endpoint is already resending many deliveries: wait for its end, or stop it.',
    de: 'An einen Endpunkt werden schon viele Zustellungen erneut gesendet. Warten Sie das Ende ab, oder halten Sie es an.',
  },
  endpoint_not_active: {
    en: 'The endpoint is paused or switched off: resume it or switch it on again first.',
    de: 'Der Endpunkt ist pausiert oder ausgeschaltet. Setzen Sie ihn zuerst fort, oder schalten Sie ihn wieder ein.',
  },
  replay_too_old: {
    en: 'At most {} days ago: older events are not kept.',
    de: 'Höchstens {} Tage zurück: Ältere Ereignisse sind nicht aufbewahrt.',
  },
  replay_is_empty: {
    en: 'The end must be after the beginning.',
    de: 'Das Ende muss nach dem Beginn liegen.',
  },
  too_many_replayed: {
    en: 'A team and its sandboxes may send at most {} deliveries again in 24 hours: choose a later beginning.',
    de: 'Ein Team und seine Sandboxes dürfen in 24 Stunden höchstens {} Zustellungen noch einmal senden. Wählen Sie einen späteren Beginn.',
  },
  secret_unreadable: {
    en: 'The secret of this endpoint cannot be read: replace it.',
    de: 'Das Secret dieses Endpunkts ist nicht lesbar. Ersetzen Sie es.',
  },
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
  event_hidden_now: {
    en: 'The event was stored with what member_detail_enabled hides now: take an example.',
    de: 'Das Ereignis enthält Angaben, die der Schalter „Mitgliederdetails“ jetzt ausblendet. Nehmen Sie ein Beispiel.',
  },
  url_name_invalid: {
    en: 'The host of the URL is not a valid name.',
    de: 'Der Name in der URL ist nicht gültig.',
  },
} as const satisfies Record<string, InEach<string>>;

/** Refusals when a person makes something happen in a sandbox. */
export const tryOutRefusals = {
  only_by_programs: {
    en: 'Only programs cause this event: create or complete an assignment through the REST API, with a key of the sandbox.',
    de: 'Dieses Ereignis lösen nur Programme aus. Erstellen oder erledigen Sie eine Aufgabe über die REST-API, mit einem Schlüssel der Sandbox.',
  },
  nobody_to_remove: {
    en: 'The sandbox has no member who could leave: invite somebody first.',
    de: 'In der Sandbox ist kein Mitglied, das ausscheiden könnte. Laden Sie zuerst jemanden ein.',
  },
  no_endpoint_to_ping: {
    en: 'The sandbox has no endpoint: create one first.',
    de: 'Die Sandbox hat keinen Endpunkt. Erstellen Sie zuerst einen.',
  },
  too_many_to_move: {
    en: 'Time passes only for an endpoint with at most {} deliveries: take a new endpoint.',
    de: 'Zeit vergehen lässt sich nur an einem Endpunkt mit höchstens {} Zustellungen. Nehmen Sie einen neuen.',
  },
} as const satisfies Record<string, InEach<string>>;

import type { InEach } from '../../language/language.ts';

/** Refusals about endpoints, deliveries, replays, events and command lines that listen. */
export const webhookRefusals = {
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
    en: 'At most {} webhook endpoints of a team and its sandboxes may have this host and port until it has responded to one event with 2xx: send a test event to one of them, or add the events to one that exists.',
    de: 'Höchstens {} Webhook-Endpunkte eines Teams und seiner Sandboxes dürfen diesen Host und Port haben, bis er ein Ereignis mit 2xx beantwortet hat. Senden Sie einem davon ein Testereignis, oder wählen Sie die Ereignisse an einem vorhandenen.',
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
  replay_in_future: {
    en: 'A time in the past.',
    de: 'Eine vergangene Zeit.',
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
  event_hidden_now: {
    en: 'The event was stored with what member_detail_enabled hides now: take an example.',
    de: 'Das Ereignis enthält Angaben, die der Schalter „Mitgliederdetails“ jetzt ausblendet. Nehmen Sie ein Beispiel.',
  },
  too_many_listeners: {
    en: 'No further command line of the team can listen. These listen already: {}. Stop one of them with Ctrl-C.',
    de: 'Keine weitere Kommandozeile des Teams kann zuhören. Es hören schon zu: {}. Beenden Sie eine davon mit Strg-C.',
  },
  too_many_listeners_hidden: {
    en: 'At most {} command lines of a team listen at a time. Stop one of them with Ctrl-C.',
    de: 'Höchstens {} Kommandozeilen eines Teams hören zugleich zu. Beenden Sie eine davon mit Strg-C.',
  },
  nothing_listens: {
    en: 'No command line of this login listens. Start it in another terminal: team-api listen --forward-to URL.',
    de: 'Keine Kommandozeile dieser Anmeldung hört zu. Starten Sie sie in einem anderen Terminal: team-api listen --forward-to URL.',
  },
  too_many_to_listener: {
    en: 'These are more than {} events. Choose a shorter time.',
    de: 'Das sind mehr als {} Ereignisse. Wählen Sie eine kürzere Zeit.',
  },
} as const satisfies Record<string, InEach<string>>;

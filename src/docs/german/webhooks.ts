export const webhookTexts = {
  Webhooks: 'Webhooks',
  'List webhook endpoints': 'Webhook-Endpunkte auflisten',
  'Returns all endpoints; there are no pages.': 'Gibt alle Endpunkte zurück; es gibt keine Seiten.',
  'All endpoints of the team, newest first.': 'Alle Endpunkte des Teams, die neuesten zuerst.',
  'All endpoints, at most 100.': 'Alle Endpunkte, höchstens 100.',
  'The `{endpoint_id}` in paths.': 'Die `{endpoint_id}` in Pfaden.',
  'Where events are sent.': 'Wohin Ereignisse gesendet werden.',
  'The types of the events that are sent to this URL.':
    'Die Typen der Ereignisse, die an diese URL gesendet werden.',
  '`disabled`: switched off by a request. `disabled_failures`: paused after three days without a successful delivery. In both states the service keeps the events, and sends them once the status is `active` again.':
    '`disabled`: durch eine Anfrage ausgeschaltet. `disabled_failures`: angehalten nach drei Tagen ohne gelungene Zustellung. In beiden Fällen bewahrt der Dienst die Ereignisse auf und sendet sie, sobald der Status wieder `active` ist.',
  'The version of the events, as year and month. It never changes.':
    'Die Version der Ereignisse, als Jahr und Monat. Sie ändert sich nie.',
  'What the endpoint is for, in the words of its maker.':
    'Wofür der Endpunkt da ist, in den Worten dessen, der ihn angelegt hat.',
  'When an event or a test last arrived. Null: none has yet.':
    'Wann zuletzt ein Ereignis oder ein Test ankam. Null: noch keines.',
  'The signing secret. Only the response to the creation shows it.':
    'Das Secret der Signatur. Nur die Antwort beim Anlegen zeigt es.',
  'Create a webhook endpoint': 'Einen Webhook-Endpunkt anlegen',
  'The response holds the `secret` with which you check the signatures of events. No later response shows it: keep it. A URL that is not publicly reachable is refused with `field: url`. A team has at most 100 endpoints, and five with a host and port that has not answered an event with 2xx.':
    'Die Antwort enthält das `secret`, mit dem Sie die Signaturen der Ereignisse prüfen. Keine spätere Antwort zeigt es: Bewahren Sie es auf. Eine URL, die nicht öffentlich erreichbar ist, wird mit `field: url` abgelehnt. Ein Team hat höchstens 100 Endpunkte, und fünf mit einem Host und Port, der noch kein Ereignis mit 2xx beantwortet hat.',
  'Where events are sent by POST: `https`, without user and password, at a host whose every address is public.':
    'Wohin Ereignisse per POST gesendet werden: `https`, ohne Benutzer und Passwort, an einen Host, dessen Adressen alle öffentlich sind.',
  'At least one type. A repeated type counts once. `ping` cannot be chosen.':
    'Mindestens ein Typ. Ein doppelter zählt einmal. `ping` lässt sich nicht wählen.',
  'What the endpoint is for, for people.': 'Wofür der Endpunkt da ist, für Menschen.',
  'A URL to which events are sent.': 'Eine URL, an die Ereignisse gesendet werden.',
  'Change a webhook endpoint': 'Einen Webhook-Endpunkt ändern',
  'A new URL counts from the next attempt on, new `events` from the next event on. The status `active` ends a pause; the events that were kept are then sent.':
    'Eine neue URL gilt ab dem nächsten Versuch, neue `events` gelten ab dem nächsten Ereignis. Der Status `active` beendet eine Pause; was aufbewahrt wurde, wird dann gesendet.',
  'The id of a webhook endpoint of the team.': 'Die ID eines Webhook-Endpunkts des Teams.',
  'What the endpoint is for, for people. Null clears it.':
    'Wofür der Endpunkt da ist, für Menschen. Null leert es.',
  '`active` also ends a pause (`disabled_failures`); what was kept meanwhile is then sent.':
    '`active` beendet auch eine Pause (`disabled_failures`); was inzwischen aufbewahrt wurde, wird dann gesendet.',
  'Delete a webhook endpoint': 'Einen Webhook-Endpunkt löschen',
  'Also deletes its deliveries. Events that still wait for it are not sent.':
    'Löscht auch seine Zustellungen. Ereignisse, die noch für ihn warten, werden nicht gesendet.',
  'Send a test event': 'Ein Testereignis senden',
  'Sends one `ping` within seconds, also to a paused endpoint, which stays paused. The list of deliveries shows the result under `delivery_id`. At most ten in a minute for an endpoint; more get 429.':
    'Sendet innerhalb von Sekunden einen `ping`, auch an einen angehaltenen Endpunkt, der angehalten bleibt. Die Liste der Zustellungen zeigt das Ergebnis unter `delivery_id`. Höchstens zehn in einer Minute für einen Endpunkt; mehr bekommen 429.',
  'The delivery is queued; it is attempted within seconds.':
    'Die Zustellung ist eingereiht; der Versuch folgt innerhalb von Sekunden.',
  'The id of the delivery in the list of deliveries.':
    'Die ID der Zustellung in der Liste der Zustellungen.',
  'Always `pending`: the test is queued.': 'Immer `pending`: Der Test ist eingereiht.',
  'List the latest deliveries': 'Die letzten Zustellungen auflisten',
  'One delivery for each event, newest first. Deliveries are kept for 30 days after they have ended. There are no pages.':
    'Eine Zustellung für jedes Ereignis, die neuesten zuerst. Zustellungen bleiben nach ihrem Ende 30 Tage erhalten. Es gibt keine Seiten.',
  'How many deliveries are listed at most.': 'Wie viele Zustellungen höchstens aufgelistet werden.',
  'The latest deliveries to the endpoint, newest first.':
    'Die letzten Zustellungen an den Endpunkt, die neuesten zuerst.',
  'The deliveries, at most `limit`.': 'Die Zustellungen, höchstens `limit`.',
  'The `{delivery_id}` in paths. The event has an id of its own.':
    'Die `{delivery_id}` in Pfaden. Das Ereignis hat eine eigene ID.',
  'How many attempts were made; 0 while queued.':
    'Wie viele Versuche es gab; 0, solange sie eingereiht ist.',
  '`pending`: also between two attempts. `gave_up`: the last retry has failed, or nothing could be tried.':
    '`pending`: auch zwischen zwei Versuchen. `gave_up`: Die letzte Wiederholung ist fehlgeschlagen, oder es konnte nichts versucht werden.',
  'The `type` of the event.': 'Der `type` des Ereignisses.',
  'When the event happened.': 'Wann das Ereignis geschah.',
  'Null if no attempt is planned: the delivery has ended, or the endpoint is not `active`.':
    'Null, wenn kein Versuch geplant ist: Die Zustellung ist zu Ende, oder der Endpunkt ist nicht `active`.',
  'The HTTP status of the last attempt; null if there was no response.':
    'Der HTTP-Status des letzten Versuchs; null, wenn keine Antwort kam.',
  'The first 1,000 characters of the body of that response.':
    'Die ersten 1.000 Zeichen des Bodys dieser Antwort.',
  'How long the last attempt took, in milliseconds. Null for a failed one until the host of the endpoint has answered 2xx once.':
    'Wie lange der letzte Versuch gedauert hat, in Millisekunden. Null bei einem fehlgeschlagenen, bis der Host des Endpunkts einmal mit 2xx geantwortet hat.',
  'Why the last attempt failed, or why the delivery was given up. `http_status`: the answer was not 2xx. `no_answer`: no usable answer came; once the host has answered 2xx once, the error says why. `timeout`: no answer within ten seconds. `connect_refused`: no connection. `tls_error`: TLS or the certificate. `dns_error`: the host was not resolved. `target_blocked`: the host has an address that is not public. `reset`: the connection was cut before an answer came. `invalid_response`: the answer was not HTTP. `worker_lost`, `secret_unreadable`: a fault of the service. `tenant_disabled`: the API of the team was switched off. `endpoint_paused`: held for 30 days. More may be added.':
    'Warum der letzte Versuch fehlschlug oder die Zustellung aufgegeben wurde. `http_status`: Die Antwort war nicht 2xx. `no_answer`: Es kam keine brauchbare Antwort; hat der Host einmal mit 2xx geantwortet, nennt der Fehler den Grund. `timeout`: keine Antwort innerhalb von zehn Sekunden. `connect_refused`: keine Verbindung. `tls_error`: TLS oder das Zertifikat. `dns_error`: Der Host wurde nicht gefunden. `target_blocked`: Der Host hat eine Adresse, die nicht öffentlich ist. `reset`: Die Verbindung brach ab, bevor eine Antwort kam. `invalid_response`: Die Antwort war kein HTTP. `worker_lost`, `secret_unreadable`: ein Fehler des Dienstes. `tenant_disabled`: Die API des Teams war ausgeschaltet. `endpoint_paused`: 30 Tage aufbewahrt. Weitere können hinzukommen.',
  'Retry a delivery now': 'Eine Zustellung jetzt wiederholen',
  'Attempts a failed delivery at once, even if it was given up or its endpoint is paused. The planned retries stay. A delivery that is queued or being attempted is left as it is; for one that is `ok`, the request is refused with `field: status`.':
    'Versucht eine fehlgeschlagene Zustellung sofort noch einmal, auch wenn sie aufgegeben wurde oder ihr Endpunkt angehalten ist. Die geplanten Wiederholungen bleiben. Eine Zustellung, die eingereiht ist oder gerade läuft, bleibt, wie sie ist; für eine, die `ok` ist, wird die Anfrage mit `field: status` abgelehnt.',
  'The id of a webhook delivery of the team.': 'Die ID einer Zustellung des Teams.',
  'One event on its way to one endpoint.': 'Ein Ereignis auf dem Weg zu einem Endpunkt.',
} as const;

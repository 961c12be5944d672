export const texts = {
  'EvaluationCompletedEvent.data.user_id':
    'Die Person, die trainiert hat. Fehlt, solange `member_detail_enabled` aus ist.',
  'EvaluationCompletedEvent.data.training_id': 'Wie in `GET /trainings`.',
  '*Event.data.assignment_id': 'Wie in `GET /assignments`.',
  '*Event.data.user_id':
    'Die Person. Null bei einem Mitglied, das die Einladung noch nicht angenommen hat. Fehlt, solange `member_detail_enabled` aus ist.',
  '*Event.data.member_id': 'Wie in `GET /users`.',
  'AssignmentCreatedEvent.data.status': 'In diesem Ereignis immer `open`.',
  'AssignmentCompletedEvent.data.status': 'In diesem Ereignis immer `done`.',
  'MemberRemovedEvent.data.status': 'In diesem Ereignis immer `removed`.',
  '*Event.id': 'Für alle Endpunkte und Versuche dieselbe; auch in `Svc-Event-Id`.',
  '*Event.created_at': 'Wann es geschah.',
  '*Event.api_version': 'Die Version des Bodys, als Jahr und Monat.',
  '*Event.tenant_id': 'Das Team, wie in `GET /me`.',
  '*Event.data.team_id': 'Dasselbe wie `tenant_id`.',
  '*Event.type': 'Der Typ des Ereignisses. Übergehen Sie Typen, die Sie nicht kennen.',
  '*Event.data': 'Was geschah. Die Felder hängen vom Typ ab.',
  TrainingCompletedEvent: 'Ein Training wurde beendet.',
  'TrainingCompletedEvent.data.assignment_id':
    'Die Aufgabe, zu der das Training gehört, falls es eine gibt.',
  'TrainingCompletedEvent.data.status':
    '`scored`: Die Bewertung ist schon da. `completed`: `evaluation.completed` folgt, wenn das Training bewertet wird.',
  EvaluationCompletedEvent: 'Eine Bewertung wurde gespeichert oder korrigiert.',
  'EvaluationCompletedEvent.data.score':
    'Das Gesamtergebnis, 0 bis 100. Fehlt, wenn es keines gibt, und solange `member_detail_enabled` aus ist.',
  AssignmentCreatedEvent: 'Eine Aufgabe wurde über die API gestellt.',
  AssignmentCompletedEvent: 'Eine Aufgabe wurde über die API auf `done` gesetzt.',
  MemberJoinedEvent:
    'Eine Mitgliedschaft begann: Das Mitglied wurde eingeladen oder aufgenommen. Kommt mit der Einladung, nicht mit ihrer Annahme.',
  'MemberJoinedEvent.data.role': 'Die Rolle des neuen Mitglieds.',
  'MemberJoinedEvent.data.status':
    '`invited`: Eine Einladung wurde gesendet. `active`: Die Person wurde aufgenommen und ist sofort dabei.',
  MemberRemovedEvent: 'Eine Mitgliedschaft endete.',
  'MemberRemovedEvent.data.role': 'Die Rolle vor dem Entfernen.',
  MemberErasedEvent:
    'Die Daten eines ehemaligen Mitglieds wurden gelöscht. Löschen Sie Ihre Kopien davon.',
  CrmSyncFailedEvent: 'Ein Versuch, mit dem CRM abzugleichen, schlug fehl.',
  'CrmSyncFailedEvent.data.connection_id': 'Die Verbindung zum CRM.',
  'CrmSyncFailedEvent.data.provider': 'Welches CRM es ist.',
  'CrmSyncFailedEvent.data.sync_run_id': 'Der Versuch, falls er bekannt ist.',
  'CrmSyncFailedEvent.data.reason':
    'Warum er fehlschlug. `auth`: Das CRM nimmt die Zugangsdaten nicht mehr an, oder ihnen fehlt eine Berechtigung. `unavailable`: keine Antwort, oder ein Fehler des CRM. `contract`: eine Antwort, die der Dienst nicht lesen kann. `suspicious_deletion`: Mehr als die Hälfte der Deals würde verschwinden; ein Mensch muss das bestätigen. `internal`: ein Fehler des Dienstes. Behandeln Sie einen Grund, den Sie nicht kennen, wie `internal`.',
  'CrmSyncFailedEvent.data.consecutive_failures':
    'Wie viele Versuche hintereinander fehlschlugen, mit diesem.',
  'CrmSyncFailedEvent.data.next_attempt_at':
    'Wann der nächste Versuch geplant ist. Null, wenn der Dienst es nicht von selbst wieder versucht.',
  PingEvent:
    'Ein Testereignis, das nur auf Anforderung gesendet wird. Kein Endpunkt kann es abonnieren.',
  'PingEvent.data.endpoint_id': 'Der Endpunkt, der getestet wird.',
  'WebhookReplay.replay_id': 'Die `{replay_id}` in Pfaden.',
  'WebhookReplay.status':
    '`running`: Zustellungen werden gesendet. `finished`: Die letzte ist eingereiht oder gesendet. `stopped`: vorher beendet, durch eine Anfrage, weil der Endpunkt oder die API des Teams ausgeschaltet oder angehalten wurde, oder weil das Limit eines Tages erreicht war.',
  'WebhookReplay.deliveries':
    'Wie viele Zustellungen die Wiederholung sendet; nach ihrem Ende, wie viele sie gesendet hat. Null: noch nicht gezählt.',
  'WebhookReplay.delivered': 'Wie viele davon bisher angekommen sind.',
  'WebhookReplay.failed':
    'Wie viele davon bisher fehlgeschlagen sind oder ohne Versuch aufgegeben wurden.',
  WebhookReplay: 'Zustellungen eines Zeitraums, die noch einmal an einen Endpunkt gesendet werden.',
  'replayWebhookEvents.since': 'Die Zeit des ersten Ereignisses, höchstens 30 Tage zurück.',
  'replayWebhookEvents.until':
    'Das Ende des Zeitraums; dieser Zeitpunkt selbst gehört nicht dazu. Ohne Angabe: jetzt.',
  'replayWebhookEvents.events':
    'Nur diese Typen von Ereignissen. Ohne Angabe: bei `failed` alle Typen, bei `all` die Typen, die der Endpunkt jetzt abonniert.',
  'replayWebhookEvents.only':
    '`failed`: ein weiterer Versuch jeder Zustellung, die bisher fehlgeschlagen ist. `all`: eine neue Zustellung jedes aufbewahrten Ereignisses mit derselben Ereignis-ID, auch von Ereignissen, die angekommen oder älter als der Endpunkt sind.',
  'getWebhookReplay.replay_id': 'Die ID einer Wiederholung an diesem Endpunkt.',
  'listWebhookEndpoints.summary': 'Webhook-Endpunkte auflisten',
  listWebhookEndpoints: 'Gibt alle Endpunkte zurück; es gibt keine Seiten.',
  'createWebhookEndpoint.summary': 'Einen Webhook-Endpunkt anlegen',
  createWebhookEndpoint:
    'Die Antwort enthält das `secret`, mit dem Sie die Signaturen der Ereignisse prüfen. Keine spätere Antwort zeigt es: Bewahren Sie es auf. Eine URL, die nicht öffentlich erreichbar ist, wird mit `field: url` abgelehnt. Ein Team hat höchstens 100 Endpunkte, und fünf mit einem Host und Port, der noch kein Ereignis mit 2xx beantwortet hat.',
  'changeWebhookEndpoint.summary': 'Einen Webhook-Endpunkt ändern',
  changeWebhookEndpoint:
    'Eine neue URL gilt ab dem nächsten Versuch, neue `events` gelten ab dem nächsten Ereignis. Der Status `active` beendet eine Pause; was aufbewahrt wurde, wird dann gesendet.',
  'deleteWebhookEndpoint.summary': 'Einen Webhook-Endpunkt löschen',
  deleteWebhookEndpoint:
    'Löscht auch seine Zustellungen. Ereignisse, die noch für ihn warten, werden nicht gesendet.',
  'testWebhookEndpoint.summary': 'Ein Testereignis senden',
  testWebhookEndpoint:
    'Sendet innerhalb von Sekunden einen `ping`, auch an einen angehaltenen Endpunkt, der angehalten bleibt. Die Liste der Zustellungen zeigt das Ergebnis unter `delivery_id`. Höchstens zehn in einer Minute für einen Endpunkt; mehr bekommen 429.',
  'replayWebhookEvents.summary': 'Ereignisse noch einmal senden',
  replayWebhookEvents:
    'Sendet die Ereignisse eines Zeitraums noch einmal, jedes einmal, neben neuen Ereignissen und nie vor ihnen. Was fehlschlägt, wird nicht von selbst wiederholt: Senden Sie es mit `only: failed` noch einmal. Die Bodys haben keine Felder, die der Datenschutzschalter des Teams jetzt verbirgt. An einem Endpunkt läuft nur eine Wiederholung zugleich, und nur, solange er `active` ist; sonst kommt 409. Ein Team und seine Sandboxes dürfen 100.000 Zustellungen in 24 Stunden noch einmal senden.',
  'getWebhookReplay.summary': 'Eine Wiederholung abrufen',
  getWebhookReplay: 'Sagt, wie weit sie ist. Wiederholungen bleiben 30 Tage erhalten.',
  'stopWebhookReplay.summary': 'Eine Wiederholung beenden',
  stopWebhookReplay:
    'Sendet keine weiteren Zustellungen; höchstens 16, die eingereiht sind, gehen noch hinaus. Eine beendete Wiederholung bleibt, wie sie ist.',
  'listWebhookDeliveries.summary': 'Die letzten Zustellungen auflisten',
  listWebhookDeliveries:
    'Eine Zustellung für jedes Ereignis und eine weitere für jede Wiederholung mit `only: all`, die neuesten zuerst. Zustellungen bleiben nach ihrem Ende 30 Tage erhalten. Es gibt keine Seiten.',
  'retryWebhookDelivery.summary': 'Eine Zustellung jetzt wiederholen',
  retryWebhookDelivery:
    'Versucht eine fehlgeschlagene Zustellung sofort noch einmal, auch wenn sie aufgegeben wurde oder ihr Endpunkt angehalten ist. Die geplanten Wiederholungen bleiben. Eine Zustellung, die eingereiht ist oder gerade läuft, bleibt, wie sie ist; für eine, die `ok` ist, wird die Anfrage mit `field: status` abgelehnt.',
  'WebhookEndpoint.id': 'Die `{endpoint_id}` in Pfaden.',
  'WebhookEndpoint.url': 'Wohin Ereignisse gesendet werden.',
  'WebhookEndpoint.events': 'Die Typen der Ereignisse, die an diese URL gesendet werden.',
  'WebhookEndpoint.status':
    '`disabled`: durch eine Anfrage ausgeschaltet. `disabled_failures`: angehalten nach drei Tagen ohne gelungene Zustellung. In beiden Fällen bewahrt der Dienst die Ereignisse auf und sendet sie, sobald der Status wieder `active` ist.',
  'WebhookEndpoint.api_version':
    'Die Version der Ereignisse, als Jahr und Monat. Sie ändert sich nie.',
  'WebhookEndpoint.description':
    'Wofür der Endpunkt da ist, in den Worten dessen, der ihn angelegt hat.',
  'WebhookEndpoint.last_success_at':
    'Wann zuletzt ein Ereignis oder ein Test ankam. Null: noch keines.',
  'WebhookEndpoint.secret': 'Das Secret der Signatur. Nur die Antwort beim Anlegen zeigt es.',
  WebhookEndpoint: 'Eine URL, an die Ereignisse gesendet werden.',
  'WebhookEndpointList.data': 'Alle Endpunkte, höchstens 100.',
  WebhookEndpointList: 'Alle Endpunkte des Teams, die neuesten zuerst.',
  'WebhookDelivery.id': 'Die `{delivery_id}` in Pfaden. Das Ereignis hat eine eigene ID.',
  'WebhookDelivery.attempt': 'Wie viele Versuche es gab; 0, solange sie eingereiht ist.',
  'WebhookDelivery.status':
    '`pending`: auch zwischen zwei Versuchen. `gave_up`: Die letzte Wiederholung ist fehlgeschlagen, oder es konnte nichts versucht werden.',
  'WebhookDelivery.event_type': 'Der `type` des Ereignisses.',
  'WebhookDelivery.created_at': 'Wann das Ereignis geschah.',
  'WebhookDelivery.next_try_at':
    'Null, wenn kein Versuch geplant ist: Die Zustellung ist zu Ende, oder der Endpunkt ist nicht `active`.',
  'WebhookDelivery.response_code':
    'Der HTTP-Status des letzten Versuchs; null, wenn keine Antwort kam.',
  'WebhookDelivery.response_excerpt':
    'Die ersten 1.000 Zeichen des Bodys dieser Antwort. Solange `member_detail_enabled` aus ist: null, wenn der Versuch `user_id` oder `score` gesendet hat, weil die Antwort sie wiederholen kann.',
  'WebhookDelivery.response_ms':
    'Wie lange der letzte Versuch gedauert hat, in Millisekunden. Null bei einem fehlgeschlagenen, bis der Host des Endpunkts einmal mit 2xx geantwortet hat.',
  'WebhookDelivery.error':
    'Warum der letzte Versuch fehlschlug oder die Zustellung aufgegeben wurde. `http_status`: Die Antwort war nicht 2xx. `no_answer`: Es kam keine brauchbare Antwort; hat der Host einmal mit 2xx geantwortet, nennt der Fehler den Grund. `timeout`: keine Antwort innerhalb von zehn Sekunden. `connect_refused`: keine Verbindung. `tls_error`: TLS oder das Zertifikat. `dns_error`: Der Host wurde nicht gefunden. `target_blocked`: Der Host hat eine Adresse, die nicht öffentlich ist. `reset`: Die Verbindung brach ab, bevor eine Antwort kam. `invalid_response`: Die Antwort war kein HTTP. `worker_lost`, `secret_unreadable`: ein Fehler des Dienstes. `tenant_disabled`: Die API des Teams war ausgeschaltet. `endpoint_paused`: 30 Tage aufbewahrt. Weitere können hinzukommen.',
  WebhookDelivery: 'Ein Ereignis auf dem Weg zu einem Endpunkt.',
  'WebhookDeliveryList.data': 'Die Zustellungen, höchstens `limit`.',
  WebhookDeliveryList: 'Die letzten Zustellungen an den Endpunkt, die neuesten zuerst.',
  'WebhookTest.delivery_id': 'Die ID der Zustellung in der Liste der Zustellungen.',
  'WebhookTest.status': 'Immer `pending`: Der Test ist eingereiht.',
  WebhookTest: 'Die Zustellung ist eingereiht; der Versuch folgt innerhalb von Sekunden.',
  'changeWebhookEndpoint.endpoint_id': 'Die ID eines Webhook-Endpunkts des Teams.',
  'retryWebhookDelivery.delivery_id': 'Die ID einer Zustellung des Teams.',
  'createWebhookEndpoint.url':
    'Wohin Ereignisse per POST gesendet werden: `https`, ohne Benutzer und Passwort, an einen Host, dessen Adressen alle öffentlich sind.',
  'createWebhookEndpoint.events':
    'Mindestens ein Typ. Ein doppelter zählt einmal. `ping` lässt sich nicht wählen.',
  'createWebhookEndpoint.description': 'Wofür der Endpunkt da ist, für Menschen.',
  'listWebhookDeliveries.limit': 'Wie viele Zustellungen höchstens aufgelistet werden.',
  'changeWebhookEndpoint.description': 'Wofür der Endpunkt da ist, für Menschen. Null leert es.',
  'changeWebhookEndpoint.status':
    '`active` beendet auch eine Pause (`disabled_failures`); was inzwischen aufbewahrt wurde, wird dann gesendet.',
};

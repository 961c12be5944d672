export const eventTexts = {
  'A training session ended.': 'Ein Training wurde beendet.',
  'The same for all endpoints and attempts; also in `Svc-Event-Id`.':
    'Für alle Endpunkte und Versuche dieselbe; auch in `Svc-Event-Id`.',
  'The type of the event. Ignore types that you do not know.':
    'Der Typ des Ereignisses. Übergehen Sie Typen, die Sie nicht kennen.',
  'When it happened.': 'Wann es geschah.',
  'The version of the body, as year and month.': 'Die Version des Bodys, als Jahr und Monat.',
  'The team, as in `GET /me`.': 'Das Team, wie in `GET /me`.',
  'What happened. The fields depend on the type.': 'Was geschah. Die Felder hängen vom Typ ab.',
  'The same as `tenant_id`.': 'Dasselbe wie `tenant_id`.',
  'As in `GET /trainings`.': 'Wie in `GET /trainings`.',
  'As in `GET /assignments`.': 'Wie in `GET /assignments`.',
  'As in `GET /users`.': 'Wie in `GET /users`.',
  'The person who trained. Absent while `member_detail_enabled` is off.':
    'Die Person, die trainiert hat. Fehlt, solange `member_detail_enabled` aus ist.',
  'The assignment for which the training was done, if any.':
    'Die Aufgabe, zu der das Training gehört, falls es eine gibt.',
  '`scored`: the evaluation is there already. `completed`: `evaluation.completed` follows if the training is scored.':
    '`scored`: Die Bewertung ist schon da. `completed`: `evaluation.completed` folgt, wenn das Training bewertet wird.',
  '`t` is the time of this attempt in Unix seconds, `v1` the lowercase hex HMAC-SHA256 of the text `<t>.<raw body>` with the whole `secret` of the endpoint as key, as text, `whsec_` included. Take the body byte for byte as it came, refuse a `t` older than five minutes, and compare in constant time. Further parts may be added behind them.':
    '`t` ist die Zeit dieses Versuchs in Unix-Sekunden, `v1` der HMAC-SHA256, hexadezimal und klein geschrieben, des Textes `<t>.<raw body>` mit dem ganzen `secret` des Endpunkts als Schlüssel, als Text, mit `whsec_`. Nehmen Sie den Body Byte für Byte, wie er kam, lehnen Sie ein `t` ab, das älter als fünf Minuten ist, und vergleichen Sie in konstanter Zeit. Dahinter können weitere Teile hinzukommen.',
  'The `id` of the body. An event may come more than once: do nothing the second time.':
    'Die `id` des Bodys. Ein Ereignis kann mehr als einmal kommen: Tun Sie beim zweiten Mal nichts.',
  'As `Svc-Event-Id`. For libraries of Standard Webhooks. Absent for an endpoint whose secret has 43 characters after `whsec_`, as older secrets have.':
    'Wie `Svc-Event-Id`. Für Bibliotheken von Standard Webhooks. Fehlt bei einem Endpunkt, dessen Secret nach `whsec_` 43 Zeichen hat, wie ältere Secrets.',
  'The time of this attempt in Unix seconds, as in `Svc-Signature`. For libraries of Standard Webhooks. Absent for an endpoint whose secret has 43 characters after `whsec_`, as older secrets have.':
    'Die Zeit dieses Versuchs in Unix-Sekunden, wie in `Svc-Signature`. Für Bibliotheken von Standard Webhooks. Fehlt bei einem Endpunkt, dessen Secret nach `whsec_` 43 Zeichen hat, wie ältere Secrets.',
  '`v1,` and the Base64 HMAC-SHA256 of the text `<webhook-id>.<webhook-timestamp>.<raw body>`. The key is what the 44 characters after `whsec_` are as Base64: 33 bytes. Signatures may be added, each after a space. For libraries of Standard Webhooks. Absent for an endpoint whose secret has 43 characters after `whsec_`, as older secrets have.':
    '`v1,` und, in Base64, der HMAC-SHA256 des Textes `<webhook-id>.<webhook-timestamp>.<raw body>`. Der Schlüssel ist, was die 44 Zeichen nach `whsec_` als Base64 ergeben: 33 Bytes. Weitere Signaturen können hinzukommen, jede nach einem Leerzeichen. Für Bibliotheken von Standard Webhooks. Fehlt bei einem Endpunkt, dessen Secret nach `whsec_` 43 Zeichen hat, wie ältere Secrets.',
  'An evaluation was saved or corrected.': 'Eine Bewertung wurde gespeichert oder korrigiert.',
  'The total, 0 to 100. Absent if there is none, and while `member_detail_enabled` is off.':
    'Das Gesamtergebnis, 0 bis 100. Fehlt, wenn es keines gibt, und solange `member_detail_enabled` aus ist.',
  'An assignment was created through the API.': 'Eine Aufgabe wurde über die API gestellt.',
  'Always `open` in this event.': 'In diesem Ereignis immer `open`.',
  'The person. Null for a member who has not accepted the invitation yet. Absent while `member_detail_enabled` is off.':
    'Die Person. Null bei einem Mitglied, das die Einladung noch nicht angenommen hat. Fehlt, solange `member_detail_enabled` aus ist.',
  'An assignment was set to `done` through the API.':
    'Eine Aufgabe wurde über die API auf `done` gesetzt.',
  'Always `done` in this event.': 'In diesem Ereignis immer `done`.',
  'A membership started: the member was invited or added. Sent at the invitation, not at its acceptance.':
    'Eine Mitgliedschaft begann: Das Mitglied wurde eingeladen oder aufgenommen. Kommt mit der Einladung, nicht mit ihrer Annahme.',
  'The role of the new member.': 'Die Rolle des neuen Mitglieds.',
  '`invited`: an invitation was sent. `active`: the person was added and takes part at once.':
    '`invited`: Eine Einladung wurde gesendet. `active`: Die Person wurde aufgenommen und ist sofort dabei.',
  'A membership ended.': 'Eine Mitgliedschaft endete.',
  'The role before the removal.': 'Die Rolle vor dem Entfernen.',
  'Always `removed` in this event.': 'In diesem Ereignis immer `removed`.',
  'A CRM sync attempt failed.': 'Ein Versuch, mit dem CRM abzugleichen, schlug fehl.',
  'The connection to the CRM.': 'Die Verbindung zum CRM.',
  'Which CRM it is.': 'Welches CRM es ist.',
  'The attempt, if it is known.': 'Der Versuch, falls er bekannt ist.',
  'Why it failed. `auth`: the CRM no longer accepts the credentials, or they lack a permission. `unavailable`: no answer, or an error of the CRM. `contract`: an answer that the service cannot read. `suspicious_deletion`: more than half of the deals would go; a person has to confirm it. `internal`: a fault of the service. Treat a reason that you do not know like `internal`.':
    'Warum er fehlschlug. `auth`: Das CRM nimmt die Zugangsdaten nicht mehr an, oder ihnen fehlt eine Berechtigung. `unavailable`: keine Antwort, oder ein Fehler des CRM. `contract`: eine Antwort, die der Dienst nicht lesen kann. `suspicious_deletion`: Mehr als die Hälfte der Deals würde verschwinden; ein Mensch muss das bestätigen. `internal`: ein Fehler des Dienstes. Behandeln Sie einen Grund, den Sie nicht kennen, wie `internal`.',
  'How many attempts in a row have failed, this one included.':
    'Wie viele Versuche hintereinander fehlschlugen, mit diesem.',
  'When the next attempt is planned. Null if the service does not try again by itself.':
    'Wann der nächste Versuch geplant ist. Null, wenn der Dienst es nicht von selbst wieder versucht.',
  'A test event, sent only on request. No endpoint can subscribe to it.':
    'Ein Testereignis, das nur auf Anforderung gesendet wird. Kein Endpunkt kann es abonnieren.',
  'The endpoint that is tested.': 'Der Endpunkt, der getestet wird.',
} as const;

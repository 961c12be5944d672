import { issueCodes } from '../../shared/errors/issue-codes.ts';

const codeMeanings = Object.entries(issueCodes).map(([code, { de }]) => `\`${code}\`: ${de}`);
const standard =
  'Für Bibliotheken von Standard Webhooks. Fehlt bei einem Endpunkt, dessen Secret nach `whsec_` 43 Zeichen hat, wie ältere Secrets.';

export const texts = {
  'tags.Account.name': 'Konto',
  'tags.Account': 'Der benutzte Schlüssel.',
  'tags.Members.name': 'Mitglieder',
  'tags.Members': 'Die Mitglieder des Teams: auflisten, einladen, Rollen ändern, entfernen.',
  'tags.Trainings and evaluations.name': 'Trainings und Bewertungen',
  'tags.Trainings and evaluations':
    'Trainings ohne den Wortlaut der Gespräche, und wie sie bewertet wurden.',
  'tags.Assignments.name': 'Aufgaben',
  'tags.Assignments': 'Übungen, die Mitglieder machen sollen.',
  'tags.Cases.name': 'Fälle',
  'tags.Cases': 'Fälle, die das Team teilt.',
  'tags.Catalog and analytics.name': 'Katalog und Auswertung',
  'tags.Catalog and analytics': 'Womit das Team trainieren kann, und seine Ergebnisse als Ganzes.',
  'tags.CRM.name': 'CRM',
  'tags.CRM': 'Abgeglichene Deals und Einwände, nur zum Lesen.',
  'tags.Changes.name': 'Änderungen',
  'tags.Changes':
    'Mitglieder, Trainings, Aufgaben, Fälle und Deals, wie sie jetzt sind, für eine vollständige Kopie.',
  'tags.Event feed.name': 'Ereignis-Feed',
  'tags.Event feed': 'Die Ereignisse des Teams in einer Reihenfolge, zum Lesen im eigenen Takt.',
  'tags.Webhooks.name': 'Webhooks',
  'tags.Webhooks':
    'Endpunkte für signierte Ereignisse: anlegen und testen, Zustellungen auflisten, eine wiederholen.',
  '*.200': 'Eine Seite der Liste.',
  'X-Request-Id': 'Die ID dieser Anfrage, vom Server vergeben.',
  'RateLimit-Limit':
    'Anfragen in einem Fenster von 60 Sekunden: das Limit, das als nächstes erreicht wird. Ein Schlüssel allein hat 120, alle Schlüssel des Teams zusammen `rate_limit_per_min` aus `GET /me`.',
  'RateLimit-Remaining': 'Anfragen, die in diesem Fenster noch gehen.',
  'RateLimit-Reset': 'Sekunden, bis dieses Fenster endet.',
  Location: 'Der Pfad dessen, was angelegt wurde.',
  'Idempotency-Replayed':
    '`true`, wenn dies noch einmal die erste Antwort auf denselben `Idempotency-Key` ist.',
  'Changes-Remaining':
    'Solange der Anfang gelesen wird: etwa wie viele Objekte hinter dieser Seite noch kommen. Von jedem Typ werden höchstens 100.000 gezählt.',
  'Content-Language': 'Die Sprache der Texte im Body.',
  'Accept-Language': 'Deutsch oder Englisch, wo es Texte gibt; alles andere ergibt Deutsch.',
  'Idempotency-Key':
    'Damit lässt sich die Anfrage 24 Stunden lang gefahrlos wiederholen. Druckbares ASCII, etwa eine UUID.',
  '*.401.unauthorized':
    'Der Schlüssel fehlt, ist unbekannt, falsch, unvollständig, abgelaufen oder widerrufen, oder die Adresse ist nicht erlaubt.',
  '*.403.insufficient_scope': 'Dem Schlüssel fehlt das Recht.',
  '*.403.privacy_restricted': 'Das Team hat `member_detail_enabled` ausgeschaltet.',
  '*.403.api_disabled':
    'Das Team ist gesperrt oder beendet, oder sein Tarif enthält die API nicht.',
  '*.403.vorgabe_gesperrt':
    'Eine Vorgabe der Person sperrt Situation, Persönlichkeit oder Branche.',
  '*.404.not_found': 'Nicht vorhanden, oder von einem anderen Team.',
  '*.409.conflict': 'Eine Anfrage mit demselben `Idempotency-Key` läuft noch.',
  '*.409.seat_limit_reached': 'Alle Plätze sind belegt.',
  '*.409.last_admin': 'Das Mitglied ist der einzige aktive Admin.',
  '*.409.owner': 'Das Mitglied ist die Inhaberin oder der Inhaber des Teams.',
  '*.422.validation_error': 'Ein Wert in Query, Pfad oder Body ist nicht gültig.',
  '*.422.idempotency_mismatch':
    'Der `Idempotency-Key` wurde mit einem anderen Body oder Pfad benutzt.',
  '*.422.kombination_ungueltig':
    'Situation, Persönlichkeit oder Branche ist unbekannt, nicht sichtbar oder verletzt eine Regel des Katalogs.',
  '*.429.rate_limited': 'Ein Limit ist erreicht; `Retry-After` nennt die Sekunden, die Sie warten.',
  '*.500.internal': 'Etwas Unerwartetes ist geschehen.',
  '*.503.unavailable': 'Die API ist vorübergehend nicht verfügbar.',
  '*.413.bad_request': 'Der Body ist größer als 256 KiB.',
  '*.415.bad_request': 'Der Body ist komprimiert, oder nicht `application/json` in UTF-8.',
  'createWebhookEndpoint.422.validation_error':
    'Ein Wert in Query, Pfad oder Body ist nicht gültig. `errors` nennt, was nicht lesbar war, `field`, was gelesen und abgelehnt wurde.',
  'inviteMember.409.conflict':
    'Eine Anfrage mit demselben `Idempotency-Key` läuft noch, oder die E-Mail-Adresse gehört schon einem Mitglied des Teams oder der Inhaberin oder dem Inhaber.',
  'Problem.errors[].in': 'In welchem Teil der Anfrage.',
  'Problem.errors[].pointer':
    'Ein JSON Pointer (RFC 6901) in den Body, oder der Name eines Parameters nach einem `/`.',
  'Problem.errors[].code': `Welche Art von Fehler es ist, für Programme. ${codeMeanings.join(' ')}`,
  'Problem.errors[].detail': 'Was erwartet wird, auf Englisch, für Entwickler.',
  'Problem.type': 'Die Seite der Fehler, mit dem Code als Fragment.',
  'Problem.title': 'Was schiefging, für Menschen, in der Sprache von `Content-Language`.',
  'Problem.status': 'Noch einmal der HTTP-Status.',
  'Problem.code': 'Was schiefging, nie übersetzt. Unterscheiden Sie danach.',
  'Problem.request_id': 'Wie in `X-Request-Id`.',
  'Problem.detail': 'Was schiefging, auf Englisch, für Entwickler. Nur bei manchen 4xx.',
  'Problem.errors':
    'Alles, was an der Anfrage nicht stimmt. Nur bei `validation_error`, ohne `field`.',
  'Problem.field':
    'Das eine Feld, das eine Prüfung abgelehnt hat. Nur bei `validation_error`, ohne `errors`.',
  'Problem.dimension': 'Die Dimension des Katalogs. Nur bei `kombination_ungueltig`.',
  'Problem.id': 'Die ID, die unbekannt oder nicht sichtbar ist. Nur bei `kombination_ungueltig`.',
  'Problem.required_scope': 'Das Recht, das fehlt. Nur bei `insufficient_scope`.',
  'Problem.retry_after': 'Sekunden, wie in `Retry-After`. Nur bei `rate_limited`.',
  'Svc-Signature':
    '`t` ist die Zeit dieses Versuchs in Unix-Sekunden, `v1` der HMAC-SHA256, hexadezimal und klein geschrieben, des Textes `<t>.<raw body>` mit dem ganzen `secret` des Endpunkts als Schlüssel, als Text, mit `whsec_`. Nehmen Sie den Body Byte für Byte, wie er kam, lehnen Sie ein `t` ab, das älter als fünf Minuten ist, und vergleichen Sie in konstanter Zeit. Dahinter können weitere Teile hinzukommen.',
  'Svc-Event-Id':
    'Die `id` des Bodys. Ein Ereignis kann mehr als einmal kommen: Tun Sie beim zweiten Mal nichts.',
  'webhook-id': `Wie \`Svc-Event-Id\`. ${standard}`,
  'webhook-timestamp': `Die Zeit dieses Versuchs in Unix-Sekunden, wie in \`Svc-Signature\`. ${standard}`,
  'webhook-signature': `\`v1,\` und, in Base64, der HMAC-SHA256 des Textes \`<webhook-id>.<webhook-timestamp>.<raw body>\`. Der Schlüssel ist, was die 44 Zeichen nach \`whsec_\` als Base64 ergeben: 33 Bytes. Weitere Signaturen können hinzukommen, jede nach einem Leerzeichen. ${standard}`,
};

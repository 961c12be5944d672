/** Texts that several nouns share: lists, headers, and errors of every operation. */
export const sharedTexts = {
  'The key is missing, unknown, wrong, malformed, expired or revoked, or the address is not allowed.':
    'Der Schlüssel fehlt, ist unbekannt, falsch, unvollständig, abgelaufen oder widerrufen, oder die Adresse ist nicht erlaubt.',
  'The team is suspended or has ended, or its plan does not include the API.':
    'Das Team ist gesperrt oder beendet, oder sein Tarif enthält die API nicht.',
  'A value in the query, path or body is not valid.':
    'Ein Wert in Query, Pfad oder Body ist nicht gültig.',
  'A value in the query, path or body is not valid. `errors` names what could not be read, `field` what was read and refused.':
    'Ein Wert in Query, Pfad oder Body ist nicht gültig. `errors` nennt, was nicht lesbar war, `field`, was gelesen und abgelehnt wurde.',
  'A limit is reached; `Retry-After` gives the seconds to wait.':
    'Ein Limit ist erreicht; `Retry-After` nennt die Sekunden, die Sie warten.',
  'Something unexpected happened.': 'Etwas Unerwartetes ist geschehen.',
  'The API is temporarily unavailable.': 'Die API ist vorübergehend nicht verfügbar.',
  'The key lacks the scope or the right.': 'Dem Schlüssel fehlt das Recht.',
  'The team has turned off `member_detail_enabled`.':
    'Das Team hat `member_detail_enabled` ausgeschaltet.',
  'Missing, or of another team.': 'Nicht vorhanden, oder von einem anderen Team.',
  'A call with the same `Idempotency-Key` is still running.':
    'Eine Anfrage mit demselben `Idempotency-Key` läuft noch.',
  'The `Idempotency-Key` was used with another body or path.':
    'Der `Idempotency-Key` wurde mit einem anderen Body oder Pfad benutzt.',
  'The body is larger than 256 KiB.': 'Der Body ist größer als 256 KiB.',
  'The body is compressed, or is not `application/json` in UTF-8.':
    'Der Body ist komprimiert, oder nicht `application/json` in UTF-8.',
  'German or English for what has texts; anything else gives German.':
    'Deutsch oder Englisch, wo es Texte gibt; alles andere ergibt Deutsch.',
  'Makes it safe to repeat this call for 24 hours. Printable ASCII, for instance a UUID.':
    'Damit lässt sich die Anfrage 24 Stunden lang gefahrlos wiederholen. Druckbares ASCII, etwa eine UUID.',
  'The id of this request, made by the server.': 'Die ID dieser Anfrage, vom Server vergeben.',
  'Requests in a window of 60 seconds: the limit that is closest to being reached. A key alone has 120, all keys of the team together `rate_limit_per_min` of `GET /me`.':
    'Anfragen in einem Fenster von 60 Sekunden: das Limit, das als nächstes erreicht wird. Ein Schlüssel allein hat 120, alle Schlüssel des Teams zusammen `rate_limit_per_min` aus `GET /me`.',
  'Requests left in that window.': 'Anfragen, die in diesem Fenster noch gehen.',
  'Seconds until that window ends.': 'Sekunden, bis dieses Fenster endet.',
  'The path of what was created.': 'Der Pfad dessen, was angelegt wurde.',
  '`true` when this is the first response to the same `Idempotency-Key` again.':
    '`true`, wenn dies noch einmal die erste Antwort auf denselben `Idempotency-Key` ist.',
  'The language of the texts in the body.': 'Die Sprache der Texte im Body.',
  'The `next_cursor` of the page before, with the same filters.':
    'Der `next_cursor` der Seite davor, mit denselben Filtern.',
  'How many items a page holds at most. A page that reaches 2 MB holds fewer.':
    'Wie viele Einträge eine Seite höchstens hat. Eine Seite, die 2 MB erreicht, hat weniger.',
  'A page of the list.': 'Eine Seite der Liste.',
  'The entries of the page, at most `limit`.': 'Die Einträge der Seite, höchstens `limit`.',
  'Pass it unchanged as `cursor`; null: there is no further page.':
    'Geben Sie ihn unverändert als `cursor` weiter; null: Es gibt keine weitere Seite.',
  'When it was created.': 'Wann es angelegt wurde.',
  'It is deleted.': 'Es ist gelöscht oder entfernt.',
  'Always `true`.': 'Immer `true`.',
  'A field that is left out stays as it is.': 'Ein Feld, das fehlt, bleibt, wie es ist.',
  'Free-form object.': 'Ein Objekt mit freien Namen.',
  'The key in use.': 'Der benutzte Schlüssel.',
  'The people of the team: list, invite, change roles, remove.':
    'Die Mitglieder des Teams: auflisten, einladen, Rollen ändern, entfernen.',
  'Training sessions without their transcripts, and how they were scored.':
    'Trainings ohne den Wortlaut der Gespräche, und wie sie bewertet wurden.',
  'Trainings that members are to do.': 'Übungen, die Mitglieder machen sollen.',
  'Cases that the team shares.': 'Fälle, die das Team teilt.',
  'What the team may train with, and its results as a whole.':
    'Womit das Team trainieren kann, und seine Ergebnisse als Ganzes.',
  'Synchronized deals and objections, read-only.':
    'Abgeglichene Deals und Einwände, nur zum Lesen.',
  'Endpoints for signed events: register and test them, list their deliveries, retry one.':
    'Endpunkte für signierte Ereignisse: anlegen und testen, Zustellungen auflisten, eine wiederholen.',
} as const;

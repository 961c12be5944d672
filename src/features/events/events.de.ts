export const texts = {
  'listEvents.summary': 'Den Ereignis-Feed lesen',
  listEvents:
    'Die Ereignisse des Teams in einer Reihenfolge, die ältesten zuerst, jedes genau einmal, mit denselben Bodys wie Webhooks. Ohne `cursor` und `since` beginnt er jetzt. Ereignisse bleiben 30 Tage erhalten, solange das Team einen Schlüssel mit `events:read` oder einen Webhook-Endpunkt hat. Fehlen nach einem `cursor` oder `since` Ereignisse, dann ist der Code in `errors` `cursor_expired`.',
  'EventFeed.data':
    'Die Ereignisse nach dem Cursor, die ältesten zuerst, höchstens `limit`. Kann leer sein, obwohl `has_more` true ist. Weitere Typen können hinzukommen: Übergehen Sie, was Sie nicht kennen.',
  'EventFeed.cursor':
    'Geben Sie ihn beim nächsten Mal unverändert als `cursor` an. Er ist immer da, auch bei einer leeren Seite.',
  'EventFeed.has_more':
    'True: Fragen Sie gleich weiter. False: Sie haben alle Ereignisse bis jetzt gesehen.',
  EventFeed: 'Eine Seite des Ereignis-Feeds.',
  'listEvents.types': 'Nur diese Typen von Ereignissen, durch Kommas getrennt.',
  'listEvents.wait':
    'Gibt es nichts Neues, wartet die Antwort so viele Sekunden darauf. `HEAD` wartet nicht.',
  'listEvents.cursor': 'Der `cursor` der Antwort davor, mit denselben `types`.',
  'listEvents.since': 'Beginnt mit dem ersten Ereignis ab dieser Zeit. Nur ohne `cursor`.',
};

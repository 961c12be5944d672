export const texts = {
  getCase: 'Nur Fälle des Teams. Ein privater Fall eines Mitglieds wird nie gefunden.',
  'listCases.summary': 'Fälle des Teams auflisten',
  listCases:
    'Fälle des Teams, die neuesten zuerst. Ein privater Fall eines Mitglieds ist nie dabei.',
  'getCase.summary': 'Einen Fall des Teams lesen',
  'createCase.summary': 'Einen Fall des Teams anlegen',
  createCase:
    'Der Fall gehört zu einer Person und wird mit dem ganzen Team geteilt. Antwortet mit 404, wenn `user_id` unbekannt ist, zu einem anderen Team gehört oder kein aktives Mitglied ist.',
  'changeCase.summary': 'Einen Fall des Teams ändern',
  changeCase:
    'Ein Feld, das fehlt, bleibt, wie es ist; null leert es. `fields` und `external_ref` werden als Ganzes ersetzt.',
  'deleteCase.summary': 'Einen Fall des Teams löschen',
  'Case.id': 'Die `{case_id}` in Pfaden.',
  'Case.user_id': 'Die Person, deren Fall es ist. Sie kann das Team inzwischen verlassen haben.',
  'Case.title': 'Wie der Fall in Listen heißt.',
  'Case.persona_id': 'Wie gesendet; es muss keine ID aus dem Katalog sein.',
  'Case.fields': 'Ein Objekt mit freien Namen, oder ein Array.',
  'Case.external_ref': 'Ein Objekt mit freien Namen.',
  Case: 'Ein Fall, den das Team teilt.',
  'createCase.title':
    'Wie der Fall in Listen heißt. Bleibt, wie er ist, auch mit Leerraum am Rand.',
  'createCase.persona_id':
    'Wird gespeichert, wie es gesendet wird; es muss keine ID aus dem Katalog sein.',
  'getCase.case_id': 'Die ID eines Falls des Teams.',
  'listCases.user_id': 'Nur Fälle dieser Person.',
  'createCase.user_id': 'Die `user_id` eines aktiven Mitglieds, der Inhaberin oder des Inhabers.',
  'createCase.fields':
    'Ein Objekt mit freien Namen. Höchstens 64 KiB als kompaktes JSON, höchstens 20 Ebenen tief (das Objekt selbst ist die erste), höchstens 200 Namen insgesamt über alle Ebenen. Senden Sie eine ID mit mehr als 15 Ziffern als Text: Eine Zahl, die nicht genau zurückkäme, wird abgelehnt.',
};

export const texts = {
  'Change.type': 'Was für ein Objekt es ist.',
  'Change.id': 'Die Kennung des Objekts; bei einer Auswertung die ihres Trainings.',
  'Change.member_id': 'Das Mitglied, zu dem es gehört. Null bei Deals und Einwänden.',
  'Change.change':
    '`changed`: Das Objekt ist neu oder hat sich geändert. `deleted`: Entfernen Sie es. `erased`: Die Daten des Mitglieds wurden gelöscht; entfernen Sie das Mitglied, und was Sie sonst über die Person wissen.',
  'Change.object':
    'Das Objekt, wie es jetzt ist und wie seine Liste es zeigt. Null, wenn `change` nicht `changed` ist.',
  'listChanges.summary': 'Lesen, was sich geändert hat',
  listChanges:
    'Hält eine Kopie vollständig: ohne `cursor` alles von Anfang an, und von da an, was sich geändert hat, wer auch immer es geändert hat, jedes Objekt so, wie es jetzt ist. Ist `has_more` false, dann gleicht, was Sie gespeichert und entfernt haben, den Listen. Jeder Typ braucht das Recht seiner Liste. Ein entferntes Mitglied nimmt Trainings und Auswertungen mit. Ein Cursor läuft ab, wenn Löschungen nach ihm nicht mehr bekannt sind (90 Tage), wenn 90 Tage lang kein Schlüssel des Teams gelesen hat, nach einer Wiederherstellung und nach dem Zurücksetzen der Sandbox: Der Code in `errors` ist dann `cursor_expired`. Beginnen Sie ohne ihn neu.',
  ChangeList: 'Eine Seite von Änderungen.',
  'ChangeList.data':
    'Was sich geändert hat, jedes Objekt einmal, so wie es jetzt ist: höchstens `limit`. Kann leer sein, obwohl `has_more` true ist. Weitere Typen können hinzukommen: Übergehen Sie, was Sie nicht kennen.',
  'ChangeList.has_more':
    'True: Fragen Sie gleich weiter. False: Ihre Kopie dieser Typen ist vollständig.',
  'listChanges.types':
    'Nur diese Typen von Objekten, durch Kommas getrennt. Ohne Angabe alle, die die Rechte des Schlüssels erlauben.',
  'listChanges.cursor':
    'Der `cursor` der Antwort davor, mit denselben `types`. Ohne ihn bekommen Sie alles von Anfang an.',
};

export const texts = {
  '*.created_at': 'Wann es angelegt wurde.',
  'Ok.ok': 'Immer `true`.',
  Ok: 'Es ist gelöscht oder entfernt.',
  '*.limit':
    'Wie viele Einträge eine Seite höchstens hat. Eine Seite, die 2 MB erreicht, hat weniger.',
  '*Page.data': 'Die Einträge der Seite, höchstens `limit`.',
  '*Page.next_cursor':
    'Geben Sie ihn unverändert als `cursor` weiter; null: Es gibt keine weitere Seite.',
  '*.cursor': 'Der `next_cursor` der Seite davor, mit denselben Filtern.',
};

export const texts = {
  'getCatalog.summary': 'Den Katalog lesen',
  getCatalog:
    'Was das Team freigegeben hat und seine Vorgabe erlaubt. `Accept-Language` bestimmt die Sprache der Namen. Mit `member_id`: was die Vorgabe dieses Mitglieds erlaubt. Eine Kombination aus einer Situation, einer Persönlichkeit und einer Branche dieser Antwort wird für das Mitglied angenommen, wenn keine ihrer `rules` sie ausschließt.',
  'CatalogEntry.id': 'Was eine Aufgabe nennt, etwa als `situation_id`.',
  'CatalogEntry.name': 'In der Sprache von `Accept-Language`, sonst auf Deutsch.',
  'CatalogEntry.icon': 'Der Name eines Symbols dafür.',
  'Assignment.situation_id': 'Die ID einer Situation im Katalog.',
  'Assignment.personality_id': 'Die ID einer Persönlichkeit im Katalog.',
  'Assignment.industry_id': 'Die ID einer Branche im Katalog.',
  'CatalogRule.situation_id': 'Die ID einer Situation. Null: gleich welche die Aufgabe nennt.',
  'CatalogRule.personality_id':
    'Die ID einer Persönlichkeit. Null: gleich welche die Aufgabe nennt.',
  'CatalogRule.industry_id': 'Die ID einer Branche. Null: gleich welche die Aufgabe nennt.',
  'getCatalog.member_id':
    'Wer die Aufgabe bekommt, aktiv oder eingeladen: der Katalog, wie ihn die Vorgabe dieses Mitglieds erlaubt, mit seinen `rules`.',
  'Catalog.situation': 'Worum es im Gespräch geht.',
  'Catalog.personality': 'Wer das Gegenüber ist.',
  'Catalog.industry': 'In welcher Branche es spielt.',
  'Catalog.role': 'Rollen, von denen ein Training eine nennt.',
  'Catalog.methodology': 'Methodiken des Verkaufs, von denen eine Bewertung eine nennt.',
  'Catalog.rules':
    'Welche der aufgeführten Situationen, Persönlichkeiten und Branchen nicht zusammenpassen: Eine Aufgabe, die alle IDs einer Regel nennt, bekommt `kombination_ungueltig`. Nur mit `member_id`.',
  Catalog: 'Was das Team freigegeben hat und seine Vorgabe erlaubt.',
};

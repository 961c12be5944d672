import type { ScoreDimension } from '../evaluations/score-dimensions.ts';

export type Tip = {
  issue: string;
  moment: string;
  principle: string;
  rewrite: string;
  impact: string;
};

/** Two tips of a trainer for each dimension, the more important one first. */
export const tips: Record<ScoreDimension, readonly [Tip, Tip]> = {
  closing: [
    {
      issue: 'Das Gespräch endet ohne verbindlichen nächsten Schritt.',
      moment: 'Zum Schluss: „Dann melden Sie sich einfach, wenn Sie so weit sind.“',
      principle: 'Wer den nächsten Schritt vorschlägt, führt zum Abschluss.',
      rewrite: '„Passt Ihnen Donnerstag um zehn, damit wir den Startplan gemeinsam festlegen?“',
      impact: 'Ein Termin im Kalender macht aus Interesse ein Vorhaben.',
    },
    {
      issue: 'Ein deutliches Kaufsignal bleibt unbeantwortet.',
      moment: 'Auf die Frage nach der Lieferzeit folgt eine weitere Produktfunktion.',
      principle: 'Auf ein Kaufsignal folgt die Abschlussfrage, kein neues Argument.',
      rewrite: '„In drei Wochen. Soll ich die Lieferung für Anfang des Monats einplanen?“',
      impact: 'Die Entscheidung fällt, solange die Bereitschaft da ist.',
    },
  ],
  conversation_control: [
    {
      issue: 'Der Gesprächsfaden geht nach einem Themenwechsel verloren.',
      moment: 'Nach dem Hinweis auf die Umstellung im letzten Jahr folgen vier Minuten Nebenthema.',
      principle: 'Zusammenfassen, würdigen, zurückführen.',
      rewrite: '„Das hat viel Kraft gekostet. Was davon soll diesmal anders laufen?“',
      impact: 'Das Gegenüber fühlt sich gehört, und das Ziel bleibt im Blick.',
    },
    {
      issue: 'Zu Beginn fehlt eine gemeinsame Agenda.',
      moment: 'Der Einstieg geht sofort in die Vorstellung der Firma über.',
      principle: 'Wer den Rahmen setzt, darf durch das Gespräch führen.',
      rewrite: '„Ich schlage vor: erst Ihre Lage, dann zwei Wege dorthin. Einverstanden?“',
      impact: 'Beide wissen, wofür die Zeit da ist.',
    },
  ],
  needs_analysis: [
    {
      issue: 'Die Lösung kommt vor der Diagnose.',
      moment: 'Schon nach der zweiten Frage wird das Produkt vorgestellt.',
      principle: 'Erst die Folgen des Problems verstehen, dann vorschlagen.',
      rewrite: '„Was kostet Sie ein Tag Stillstand, und wen trifft er zuerst?“',
      impact: 'Der Nutzen lässt sich später in den Zahlen des Kunden ausdrücken.',
    },
    {
      issue: 'Es werden fast nur geschlossene Fragen gestellt.',
      moment: 'Fünf Fragen hintereinander lassen sich mit Ja oder Nein beantworten.',
      principle: 'Offene Fragen öffnen, geschlossene Fragen sichern ab.',
      rewrite: '„Wie läuft die Abstimmung heute ab, wenn es schnell gehen muss?“',
      impact: 'Der Kunde erzählt von selbst, was ihn stört.',
    },
  ],
  objection_handling: [
    {
      issue: 'Auf den Preiseinwand folgt sofort ein Nachlass.',
      moment: '„Das ist zu teuer“ wird mit zehn Prozent Rabatt beantwortet.',
      principle: 'Einen Einwand erst verstehen, dann einordnen, dann beantworten.',
      rewrite: '„Zu teuer im Vergleich womit?“',
      impact: 'Oft geht es um Risiko oder Zeitpunkt, und der Preis hält.',
    },
    {
      issue: 'Der Einwand wird widerlegt statt aufgenommen.',
      moment: '„Nein, das stimmt so nicht“ als erste Reaktion.',
      principle: 'Wer recht behält, verliert häufig das Gespräch.',
      rewrite: '„Das höre ich öfter. Was müsste gegeben sein, damit Sie beruhigt wären?“',
      impact: 'Aus Gegenwehr wird eine Bedingung, über die man reden kann.',
    },
  ],
  value_argument: [
    {
      issue: 'Es werden Funktionen aufgezählt, kein Nutzen.',
      moment: 'Die Vorstellung der Auswertung dauert drei Minuten ohne Bezug zum Bedarf.',
      principle: 'Jede Funktion braucht ein „das heißt für Sie“.',
      rewrite: '„Das heißt für Sie: Der Monatsabschluss liegt am zweiten statt am achten Tag vor.“',
      impact: 'Der Kunde kann den Vorteil intern weitererzählen.',
    },
    {
      issue: 'Der Nutzen bleibt ohne Zahl.',
      moment: '„Damit sparen Sie richtig viel Zeit.“',
      principle: 'Eine Zahl des Kunden überzeugt mehr als jedes Adjektiv.',
      rewrite: '„Bei 40 Angeboten im Monat sind das rund 20 Stunden.“',
      impact: 'Der Vergleich mit dem Preis fällt zu Ihren Gunsten aus.',
    },
  ],
};

export const strengths: Record<ScoreDimension, string> = {
  closing: 'Klare Abschlussfrage zum richtigen Zeitpunkt.',
  conversation_control: 'Ruhige Führung mit guten Zusammenfassungen.',
  needs_analysis: 'Offene Fragen, die den Bedarf freilegen.',
  objection_handling: 'Einwände werden aufgenommen und geklärt.',
  value_argument: 'Der Nutzen wird in den Worten des Kunden benannt.',
};

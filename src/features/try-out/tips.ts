import type { InEach } from '../../shared/language/language.ts';
import type { ScoreDimension } from '../evaluations/score-dimensions.ts';

type Tip = {
  issue: string;
  moment: string;
  principle: string;
  rewrite: string;
  impact: string;
};

type EvaluationTexts = {
  /** Two tips of a trainer for each dimension, the more important one first. */
  tips: Record<ScoreDimension, readonly [Tip, Tip]>;
  strengths: Record<ScoreDimension, string>;
};

const de: EvaluationTexts = {
  tips: {
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
        moment:
          'Nach dem Hinweis auf die Umstellung im letzten Jahr folgen vier Minuten Nebenthema.',
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
        rewrite:
          '„Das heißt für Sie: Der Monatsabschluss liegt am zweiten statt am achten Tag vor.“',
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
  },
  strengths: {
    closing: 'Klare Abschlussfrage zum richtigen Zeitpunkt.',
    conversation_control: 'Ruhige Führung mit guten Zusammenfassungen.',
    needs_analysis: 'Offene Fragen, die den Bedarf freilegen.',
    objection_handling: 'Einwände werden aufgenommen und geklärt.',
    value_argument: 'Der Nutzen wird in den Worten des Kunden benannt.',
  },
};

const en: EvaluationTexts = {
  tips: {
    closing: [
      {
        issue: 'The conversation ends without a binding next step.',
        moment: 'At the end: “Just call us when you are ready.”',
        principle: 'Whoever proposes the next step leads to the deal.',
        rewrite: '“Does Thursday at ten suit you, so that we can plan the start together?”',
        impact: 'A date in the calendar turns interest into a plan.',
      },
      {
        issue: 'A clear buying signal gets no answer.',
        moment: 'The question about delivery time is followed by another product feature.',
        principle: 'After a buying signal comes the closing question, not a new argument.',
        rewrite: '“In three weeks. Shall I plan the delivery for the first of the month?”',
        impact: 'The decision is made while the customer is ready for it.',
      },
    ],
    conversation_control: [
      {
        issue: 'The thread of the conversation is lost after a change of subject.',
        moment: 'The mention of last year’s changeover leads to four minutes off the subject.',
        principle: 'Sum up, acknowledge, lead back.',
        rewrite: '“That cost you a lot of energy. What should go differently this time?”',
        impact: 'The customer feels heard, and the goal stays in sight.',
      },
      {
        issue: 'There is no shared agenda at the beginning.',
        moment: 'The opening turns into the company presentation at once.',
        principle: 'Whoever sets the frame may lead the conversation.',
        rewrite: '“I suggest: first your situation, then two ways forward. Agreed?”',
        impact: 'Both know what the time is for.',
      },
    ],
    needs_analysis: [
      {
        issue: 'The solution comes before the diagnosis.',
        moment: 'The product is presented after the second question.',
        principle: 'Understand what the problem costs, then propose.',
        rewrite: '“What does a day of standstill cost you, and whom does it hit first?”',
        impact: 'The benefit can later be put in the customer’s own figures.',
      },
      {
        issue: 'Almost all questions are closed.',
        moment: 'Five questions in a row can be answered with yes or no.',
        principle: 'Open questions open up, closed questions confirm.',
        rewrite: '“How do you agree on things today when it has to be quick?”',
        impact: 'The customer tells you unasked what is in the way.',
      },
    ],
    objection_handling: [
      {
        issue: 'The price objection is met with a discount at once.',
        moment: '“That is too expensive” is answered with ten percent off.',
        principle: 'First understand an objection, then place it, then answer it.',
        rewrite: '“Too expensive compared with what?”',
        impact: 'It is often about risk or timing, and the price holds.',
      },
      {
        issue: 'The objection is refuted instead of taken up.',
        moment: '“No, that is not right” as the first reaction.',
        principle: 'Whoever wins the argument often loses the conversation.',
        rewrite: '“I hear that often. What would have to be true for you to feel safe?”',
        impact: 'Resistance becomes a condition that can be discussed.',
      },
    ],
    value_argument: [
      {
        issue: 'Features are listed, but no benefit.',
        moment: 'The report is shown for three minutes without a link to the need.',
        principle: 'Every feature needs a “which means for you”.',
        rewrite: '“Which means for you: the monthly accounts are ready on day two, not day eight.”',
        impact: 'The customer can retell the advantage inside the company.',
      },
      {
        issue: 'The benefit has no figure.',
        moment: '“That saves you a lot of time.”',
        principle: 'A figure of the customer convinces more than any adjective.',
        rewrite: '“With 40 offers a month that is about 20 hours.”',
        impact: 'The comparison with the price turns out in your favour.',
      },
    ],
  },
  strengths: {
    closing: 'A clear closing question at the right moment.',
    conversation_control: 'Calm guidance with good summaries.',
    needs_analysis: 'Open questions that uncover the need.',
    objection_handling: 'Objections are taken up and cleared.',
    value_argument: 'The benefit is named in the customer’s words.',
  },
};

export const evaluationTexts: InEach<EvaluationTexts> = { de, en };

import { defineTexts } from '../text/define-texts.ts';

/** The words of `ThreadSketch`. */
export const sketchTexts = defineTexts(
  {
    caption:
      'So zeigt die App jede Anfrage: was sie geändert hat, welches Ereignis daraus wurde, und wer es bekommen hat.',
    changed: 'Aufgabe erstellt',
    endpoints: '2 Endpunkte',
    arrived: 'zugestellt',
    refused: 'abgelehnt',
    seconds: '+1,2\u00a0s',
  },
  {
    caption:
      'The app shows each request like this: what it changed, which event that raised, and who received it.',
    changed: 'Assignment created',
    endpoints: '2 endpoints',
    arrived: 'delivered',
    refused: 'refused',
    seconds: '+1.2\u00a0s',
  },
);

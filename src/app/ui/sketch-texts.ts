import { defineTexts } from '../text/define-texts.ts';

/** The words of `ThreadSketch`. */
export const sketchTexts = defineTexts(
  {
    caption: 'So zeigt die App jede Anfrage: ihre Änderung, ihr Ereignis und wer es bekam.',
    changed: 'Aufgabe erstellt',
    endpoints: '2 Endpunkte',
    arrived: 'zugestellt',
    refused: 'abgelehnt',
    seconds: '+1,2\u00a0s',
  },
  {
    caption: 'The app shows each request like this: its change, its event, and who got it.',
    changed: 'Assignment created',
    endpoints: '2 endpoints',
    arrived: 'delivered',
    refused: 'refused',
    seconds: '+1.2\u00a0s',
  },
);

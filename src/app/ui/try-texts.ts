import { defineTexts } from '../text/define-texts.ts';

export const tryTexts = defineTexts(
  {
    key: 'Ihr API-Schlüssel',
    keyMore: 'Er wird nur für diese Anfrage benutzt und nirgends gespeichert.',
    send: 'Anfrage senden',
    arrived: 'Die Anfrage ist angekommen. Das ist die Antwort:',
    refused: 'Der Schlüssel wurde nicht angenommen. Warum, steht in der Antwort:',
    failed: (status: string) => `Die API hat mit ${status} geantwortet:`,
    notWhole:
      'Das ist kein ganzer API-Schlüssel. Die App zeigt ihn nur einmal ganz: wenn er erstellt wird.',
    none: 'Es kam keine Antwort. Prüfen Sie Ihre Verbindung, und senden Sie noch einmal.',
  },
  {
    key: 'Your API key',
    keyMore: 'It is used for this request alone and stored nowhere.',
    send: 'Send the request',
    arrived: 'The request has arrived. This is the response:',
    refused: 'The key was not accepted. The response says why:',
    failed: (status: string) => `The API returned ${status}:`,
    notWhole:
      'This is not a whole API key. The app shows a whole key only once: when it is created.',
    none: 'No response came. Check your connection and send it again.',
  },
);

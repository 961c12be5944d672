import type { InEach, Language } from '../../shared/language/language.ts';

/**
 * What the German words of the API mean, for people who read another language. The words are part of the contract, so
 * the API cannot translate them: a program compares `vorgabe_gesperrt`, so people see the same. Readers of German need
 * no explanation.
 */
const meanings: InEach<Record<string, string>> = {
  de: {},
  en: {
    schnittstellen:
      'German for “interfaces”: the right to API keys, webhooks, the request log and CRM connections. The owner grants it to admins.',
    vorgabe_gesperrt:
      'German for “blocked by a policy”: a policy of the team or of the member does not allow one of the chosen entries.',
    kombination_ungueltig:
      'German for “invalid combination”: a chosen entry is unknown, was withdrawn, or does not go together with another.',
  },
};

/** The words that are explained to readers of this language. */
export function explainedWords(language: Language): string[] {
  return Object.keys(meanings[language]);
}

/** The explanation of a word for readers of this language. Most words need none. */
export function meaningOf(word: string, language: Language): string | undefined {
  return Object.hasOwn(meanings[language], word) ? meanings[language][word] : undefined;
}

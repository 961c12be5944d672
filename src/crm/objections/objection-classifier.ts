import type { ObjectionCategory } from './categories.ts';

export type ObjectionLanguage = 'de' | 'en';

/** Says what an objection is about. The lexicon is one classifier; a model could replace it. */
export interface ObjectionClassifier {
  /** Null: no category fits. The text has at most some hundred characters. */
  classify(text: string, lang: ObjectionLanguage): ObjectionCategory | null;
}

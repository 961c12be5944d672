import type { ObjectionCategory } from './categories.ts';

export type ObjectionLanguage = 'de' | 'en';

/** Says what an objection is about. The lexicon is one way to do it; a model could be another. */
export interface ObjectionClassifier {
  /** Null: no category fits. The text is at most some hundred characters. */
  classify(text: string, lang: ObjectionLanguage): ObjectionCategory | null;
}

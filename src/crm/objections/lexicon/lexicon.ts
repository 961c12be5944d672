import type { ObjectionCategory } from '../categories.ts';

export type MatchedCategory = Exclude<ObjectionCategory, 'other'>;

/**
 * The words of a language, as parts of regular expressions for folded text (`fold`). `~` stands for up to four words,
 * none of which denies. `@` stands for up to two words that describe the next word.
 */
export type Lexicon = {
  /** Phrases that are an objection wherever they stand. */
  phrases: Record<MatchedCategory, readonly string[]>;
  /** Words that show what a known objection is about. */
  topics: Record<MatchedCategory, readonly string[]>;
  /** Words that turn a topic in the same clause into an objection. */
  complaints: readonly string[];
  /** Words of doubt. Without a topic, the doubt is about the vendor. */
  doubts: readonly string[];
  /** Words by which a topic is no objection: "no problem". */
  denials: readonly string[];
  /** A phrase is denied if one of these words stands before it, with nothing but `betweenDenial` in between. */
  deniers: readonly string[];
  betweenDenial: readonly string[];
  /** A phrase is also denied if this pattern matches between the phrase and the end of the clause. */
  deniedAfter: string | null;
};

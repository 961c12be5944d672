import type { ObjectionCategory } from '../categories.ts';

export type MatchedCategory = Exclude<ObjectionCategory, 'other'>;

/**
 * What a language says, as parts of regular expressions for folded text (`fold`). Two signs are short for
 * more: `~` stands for up to four words between, none of which denies, and `@` for up to two words that
 * only describe the next one.
 */
export type Lexicon = {
  /** Phrases that are an objection wherever they stand. */
  said: Record<MatchedCategory, readonly string[]>;
  /** Words that tell what an objection is about, once it is known that there is one. */
  topics: Record<MatchedCategory, readonly string[]>;
  /** Words that make an objection of a topic in the same clause. */
  complaints: readonly string[];
  /** Words of doubt. Without a topic, the doubt is about the vendor. */
  doubts: readonly string[];
  /** What says that a topic is no objection: "no problem". */
  denials: readonly string[];
  /** A phrase is denied if one of these stands before it, with nothing but `betweenDenial` in between. */
  deniers: readonly string[];
  betweenDenial: readonly string[];
  /** A phrase is denied too if this follows it up to the end of the clause. */
  deniedAfter: string | null;
};

import type { InEach, Language } from '../../shared/language/language.ts';
import type { CatalogDimension } from '../catalog/catalog-dimensions.ts';
import type { Reason } from './policies.schema.ts';

type Facts = Omit<Reason, 'text'>;
type Texts = InEach<string>;

/** Says to an admin why an assignment is refused, with the names of the entries. */
export function describeReason(facts: Facts, language: Language): string {
  const [first = '', ...others] = facts.entries.map((entry) => quoted(entry, language));
  return textsFor(facts, first, others)[language];
}

function quoted({ id, name }: Facts['entries'][number], language: Language): string {
  const shown = name ?? id;
  return { de: `„${shown}“`, en: `“${shown}”` }[language];
}

const nouns: Record<CatalogDimension, Texts> = {
  situation: { de: 'Situation', en: 'situation' },
  personality: { de: 'Persönlichkeit', en: 'personality' },
  industry: { de: 'Branche', en: 'industry' },
  role: { de: 'Rolle', en: 'role' },
  methodology: { de: 'Methodik', en: 'methodology' },
};

function textsFor(facts: Facts, first: string, others: string[]): Texts {
  const dimension = facts.entries[0]?.dimension ?? 'situation';
  switch (facts.why) {
    case 'unknown':
      return {
        de: `Der Katalog des Teams hat keine ${nouns[dimension].de} ${first}.`,
        en: `The team's catalog has no ${nouns[dimension].en} ${first}.`,
      };
    case 'not_released':
      return {
        de: `${first} ist für das Team nicht freigegeben.`,
        en: `${first} is not released for the team.`,
      };
    case 'discontinued':
      return {
        de: `${first} gehört nicht mehr zum Katalog.`,
        en: `${first} is no longer in the catalog.`,
      };
    case 'rule':
      return ruleTexts(facts.rule?.own ?? false, first, others);
    case 'policy':
      return policyTexts(facts.policy, first);
  }
}

function ruleTexts(isOwn: boolean, first: string, others: string[]): Texts {
  return {
    de: `${isOwn ? 'Eine Regel des Teams' : 'Eine Regel des Katalogs'} schließt ${first} zusammen mit ${others.join(' und ')} aus.`,
    en: `${isOwn ? 'A rule of the team' : 'A rule of the catalog'} excludes ${first} together with ${others.join(' and ')}.`,
  };
}

function policyTexts(policy: Facts['policy'], entry: string): Texts {
  const isTeam = policy?.of === 'team';
  const de = isTeam ? 'Die Vorgabe des Teams' : 'Die Vorgabe für dieses Mitglied';
  const en = isTeam ? 'The policy of the team' : 'The policy for this member';
  return policy?.mode === 'allow'
    ? { de: `${de} lässt ${entry} nicht zu.`, en: `${en} does not allow ${entry}.` }
    : { de: `${de} sperrt ${entry}.`, en: `${en} blocks ${entry}.` };
}

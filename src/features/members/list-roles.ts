import { rightTexts } from '../../auth/right-texts.ts';
import { type RightOf, rights, type TeamWho } from '../../auth/rights.ts';
import type { RequestCall } from '../../operation/call.ts';
import type { Language } from '../../shared/language/language.ts';
import type { Roles } from './members-in-app.schema.ts';

/** Each of them has the rights of those before it (`Who` in auth/rights.ts). */
const order: readonly TeamWho[] = ['member', 'admin', 'interfaces', 'owner'];

/**
 * The roles, and what each may do that the roles before it may not, according to the table of rights.
 */
export function listRoles({ language }: RequestCall): Roles {
  // `Object.entries` forgets that the keys of `rightTexts` are rights.
  const texts = Object.entries(rightTexts) as [RightOf<TeamWho>, Record<Language, string>][];
  return order.map((who) => ({
    who,
    rights: texts
      .filter(([right]) => rights[right].who === who)
      .map(([right, text]) => ({
        right,
        text: text[language],
        fresh_proof: rights[right].proof === 'fresh',
      })),
  }));
}

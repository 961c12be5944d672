import { rightTexts } from '../../auth/right-texts.ts';
import { type RightOf, rights, type TeamWho } from '../../auth/rights.ts';
import type { RequestCall } from '../../operation/call.ts';
import type { Roles } from './directory.schema.ts';

const order: readonly TeamWho[] = ['member', 'admin', 'interfaces', 'owner'];

/**
 * The roles, and what each may do according to the table of rights. Each role also has the rights of the
 * roles before it.
 */
export function listRoles({ language }: RequestCall): Roles {
  const texts = Object.entries(rightTexts) as [RightOf<TeamWho>, (typeof rightTexts)['see_team']][];
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

import { routes } from '../../../src/rest/routes.ts';
import { nameOf } from '../../harness/routes.ts';
import { validRequest } from '../../harness/valid-requests.ts';
import type { World } from '../../harness/world.ts';
import type { ExistingValues } from './requests.ts';

/** The ids, values and bodies of a world. */
export async function existingOf(world: World): Promise<ExistingValues> {
  const bodies: ExistingValues['bodies'] = {};
  for (const route of routes) {
    const { body } = await validRequest(route, world);
    if (body) bodies[nameOf(route)] = body;
  }
  const { member, admin, invited, team, assignment, training, scored, teamCase, privateCase } =
    world;
  const { endpoint, delivery } = world;
  return {
    paths: {
      '{member_id}': [member.memberId, admin.memberId, invited, team.owner.memberId],
      '{training_id}': [training, scored],
      '{assignment_id}': [assignment],
      '{case_id}': [teamCase, privateCase],
      '{endpoint_id}': [endpoint],
      '{delivery_id}': [delivery],
    },
    values: [
      member.userId,
      member.memberId,
      assignment,
      world.situation,
      'scored',
      'admin',
      'https://a.example/',
    ],
    bodies,
  };
}

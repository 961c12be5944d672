import { createDemo } from '../seed/demo/create-demo.ts';
import { command } from './command.ts';

export const demo = command({
  name: 'demo',
  summary: 'make a team with a full year of believable data, and a key with all scopes',
  result:
    '{tenant_id, owner_member_id, owner_user_id, owner_email, key_id, key_prefix, key, sign_in_url, …}',
  makesTeams: true,
  flags: {},
  notes: ['Each call makes another team. The global catalog is installed once and shared.'],
  run: (context) => createDemo(context),
});

import { newId } from '../db/ids.ts';
import { makeFirstLink } from '../features/account/first-password.ts';
import { installCatalog } from '../features/catalog/install-catalog.ts';
import { isSandbox } from '../features/sandboxes/is-sandbox.ts';
import { createTeam } from '../features/team/create-team.ts';
import { removeTeam } from '../features/team/remove-team.ts';
import { replaceOwner, replaceOwnerInput } from '../features/team/replace-owner.ts';
import { setTeam } from '../features/team/set-team.ts';
import { createTeamInput, setTeamInput } from '../features/team/team.schema.ts';
import type { PrismaCall } from '../operation/call.ts';
import { asOperator, operatorSteps } from '../operation/system-call.ts';
import { UsageError } from '../shared/errors/usage-error.ts';
import { wholeNumber } from '../shared/schema/from-text.ts';
import { firstSignInUrl } from '../shared/web/sign-in-url.ts';
import { type CommandContext, command } from './command.ts';
import { exportTeamRows } from './export-team-rows.ts';
import { newFile, onOff, optional, required, teamFlag, text } from './flags.ts';
import { inTeam } from './in-team.ts';

const { name, owner, lang, plan, seats, rate_limit_per_min } = createTeamInput.shape;
const change = setTeamInput.shape;
const heir = replaceOwnerInput.shape;
const aboutSignInUrl = [
  'sign_in_url is for the owner alone: it sets the password, works once and for seven days.',
  'If the owner has a password already, it is the address of the sign-in page.',
];

export const teamCreate = command({
  name: 'team create',
  summary: 'make a team with its owner, who may make keys',
  result: '{tenant_id, owner_member_id, owner_user_id, sign_in_url}',
  flags: {
    name: required('N', 'the name of the team, 1 to 120 characters', name),
    owner: required('EMAIL', 'the e-mail address of the owner', owner),
    lang: optional(
      'de|en',
      "the language of the owner's mails, de or en (default de)",
      lang.unwrap(),
    ),
    plan: optional('team|enterprise', 'team or enterprise (default team)', plan.unwrap()),
    seats: optional('N', 'a number from 1 to 1000000 (default 100)', wholeNumber(seats.unwrap())),
    'rate-limit': optional(
      'N',
      'requests per minute for the whole team, 1 to 1000000 (default 600)',
      wholeNumber(rate_limit_per_min.unwrap()),
    ),
  },
  mayBeFirst: true,
  notes: aboutSignInUrl,
  async run({ pool, now, publicUrl }, { 'rate-limit': rateLimit, ...values }) {
    return asOperator(pool, newId('ten', now), now, async (call) => {
      await installCatalog(call.prisma);
      const team = await createTeam(call, { ...values, rate_limit_per_min: rateLimit });
      const { owner_user_id: personId, owner_member_id: memberId } = team;
      const token = await makeFirstLink(call, { personId, memberId });
      return { ...team, sign_in_url: firstSignInUrl(publicUrl, token) };
    });
  },
});

export const teamSet = command({
  name: 'team set',
  summary: "change a team's state, plan, limits or privacy switches",
  result: '{tenant_id, name, status, plan, seats, rate_limit_per_min, …}: the team as it is now',
  flags: {
    team: teamFlag,
    status: optional(
      'active|suspended|ended',
      'active, suspended or ended',
      change.status.unwrap(),
    ),
    plan: optional('team|enterprise|free', 'team, enterprise or free', change.plan.unwrap()),
    seats: optional('N', 'a number from 1 to 1000000', wholeNumber(change.seats.unwrap())),
    'rate-limit': optional(
      'N',
      'requests per minute for the whole team, 1 to 1000000',
      wholeNumber(change.rate_limit_per_min.unwrap()),
    ),
    'member-detail': optional('on|off', 'on or off', onOff),
    leaderboard: optional('on|off', 'on or off', onOff),
  },
  notes: [
    'At least one change is needed. If there are fewer seats than members, all members stay.',
  ],
  check(values) {
    const changes = Object.entries(values).filter(
      ([name, value]) => name !== 'team' && value !== undefined,
    );
    return changes.length > 0
      ? undefined
      : 'nothing to change; expected at least one option besides --team';
  },
  run: (context, values) =>
    inTeam(context, values.team, async (call) => {
      const led = values.plan ?? values.status ?? values['rate-limit'];
      if (led !== undefined) await refuseSandbox(call);
      return setTeam(call, {
        status: values.status,
        plan: values.plan,
        seats: values.seats,
        rate_limit_per_min: values['rate-limit'],
        member_detail_enabled: values['member-detail'],
        leaderboard_enabled: values.leaderboard,
      });
    }),
});

/** Refuses a sandbox: its plan, status, rate limit and owner are those of its team. */
async function refuseSandbox(call: PrismaCall): Promise<void> {
  if (await isSandbox(call)) {
    throw new UsageError('This team is a sandbox; change the team to which it belongs.');
  }
}

export const teamReplaceOwner = command({
  name: 'team replace-owner',
  summary: 'make another person the owner of a team whose owner is lost',
  result: '{owner_member_id, owner_user_id, former_owner_member_id, sign_in_url}',
  flags: {
    team: teamFlag,
    owner: required('EMAIL', 'the new owner, a member of the team or not', heir.email),
    lang: optional('de|en', 'the language of mails to a new member', heir.lang.unwrap()),
  },
  notes: [
    'The former owner becomes an admin without schnittstellen. Both get a mail.',
    ...aboutSignInUrl,
  ],
  run: (context, { team, owner: email, lang: language }) =>
    inTeam(context, team, async (call) => {
      await refuseSandbox(call);
      const replaced = await replaceOwner(call, { email, lang: language });
      const { owner_user_id: personId, owner_member_id: memberId } = replaced;
      const token = await makeFirstLink(call, { personId, memberId });
      return { ...replaced, sign_in_url: firstSignInUrl(context.publicUrl, token) };
    }),
});

export const teamExport = command({
  name: 'team export',
  reads: true,
  summary: 'write all rows of a team into a file, one JSON object a line',
  result: '{tenant_id, file, rows}',
  flags: { team: teamFlag, out: newFile },
  notes: [
    'Each line is {table, row}. Secrets, hashes and private cases are left out. The rows are those of one moment.',
    'The file has its name once it is whole; a run that was killed leaves FILE.part.',
  ],
  async run(context, { team, out }) {
    return { tenant_id: team, file: out, rows: await exportTeamRows(context.pool, team, out) };
  },
});

export const teamDelete = command({
  name: 'team delete',
  summary: 'delete an ended team with all its rows, and the accounts of people in no other team',
  result: '{tenant_id, rows, accounts}: how many were deleted',
  flags: { team: teamFlag, name: required('N', 'the name of the team, to be sure', text) },
  notes: [
    'It cannot be undone. A command that was killed is given again, and goes on.',
    'The list of erasures keeps the id, for a backup that is restored (erasure apply).',
  ],
  async run(context, { team, name }) {
    const found = await inTeam(context, team, ({ prisma }) =>
      prisma.tenant.findUniqueOrThrow({ where: { id: team } }),
    );
    // A sandbox ends with its team, and may also be deleted before that.
    if (found.status !== 'ended' && found.sandbox_of === null) {
      throw new UsageError(`The team is ${found.status}; end it before (team set --status ended).`);
    }
    if (found.name !== name) throw new UsageError('The team has another name.');
    return {
      tenant_id: team,
      ...(await removeTeam(operatorSteps(context.pool, team, context.now))),
    };
  },
});

/** Deletes a team again that was deleted after the backup, and that the restore has brought back. */
export async function deleteTeamAgain(context: CommandContext, team: string): Promise<void> {
  await inTeam(context, team, (call) => setTeam(call, { status: 'ended' }));
  await removeTeam(operatorSteps(context.pool, team, context.now));
}

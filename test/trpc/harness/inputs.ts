import { randomUUID } from 'node:crypto';
import { routes } from '../../../src/rest/routes.ts';
import { versionOf } from '../../../src/shared/schema/edit-version.ts';
import { type Browser, makeSession, PASSWORD } from '../../harness/app.ts';
import type { NamedProcedure } from '../../harness/app-answers.ts';
import {
  insert,
  insertInvited,
  insertOneTimeLink,
  insertScoredTraining,
  insertTeamCatalogEntry,
} from '../../harness/rows.ts';
import { makeTeam } from '../../harness/team.ts';
import { validRequest } from '../../harness/valid-requests.ts';
import type { World } from '../../harness/world.ts';
import { Authenticator } from '../../passkeys/harness/authenticator.ts';
import { withPasskey } from '../../passkeys/harness/passkeys.ts';
import { scoreOf } from '../../trainings/harness/intake.ts';
import { commandLineInputs } from './command-line-inputs.ts';
import { crmInputs } from './crm-inputs.ts';
import { aFormerMember, anErasedMember, removalOfAccount } from './former-member.ts';
import { linkInputs } from './link-inputs.ts';
import { listInputs } from './list-inputs.ts';
import { sandboxInputs } from './sandbox-inputs.ts';
import { sessionInputs } from './session-inputs.ts';
import { webhookInputs } from './webhook-inputs.ts';

type Maker = (world: World, browser: Browser) => Promise<unknown> | unknown;

/**
 * An input with which a procedure succeeds for the world's owner, or in this browser if the input belongs to a browser.
 * Each call makes a new one.
 */
const makers: Record<string, Maker> = {
  ...sessionInputs,
  ...sandboxInputs,
  'analytics.figures': () => ({}),
  'analytics.ofMember': ({ member }) => ({ member_id: member.memberId }),
  'account.passkeys': () => ({}),
  'account.passkeyRegistration': () => ({}),
  'account.addPasskey': async ({ team }, browser) => {
    const { browser: own } = await withPasskey(team, browser);
    const { challenge_id, options } = await own.app.account.passkeyRegistration.mutate({});
    return { challenge_id, response: new Authenticator().register(options), name: 'Mine' };
  },
  'account.renamePasskey': async ({ team }, browser) => {
    const { passkeyId } = await withPasskey(team, browser);
    return { passkey_id: passkeyId, name: 'Renamed' };
  },
  'account.removePasskey': async ({ team }, browser) => ({
    passkey_id: (await withPasskey(team, browser)).passkeyId,
  }),
  'account.requestReset': ({ team }) => ({ email: team.owner.email }),
  'account.profile': () => ({}),
  'account.changeProfile': async ({ team }) => {
    const browser = await makeSession(team, team.owner);
    const { version } = await browser.app.account.profile.query({});
    return { version, name: 'A person' };
  },
  'account.changePassword': () => ({ password: PASSWORD }),
  'account.requestEmailChange': ({ team }) => ({ email: `new-${team.owner.email}` }),
  'account.securityLog': () => ({}),
  'account.exportData': () => ({}),
  'account.remove': removalOfAccount,
  'team.get': () => ({}),
  'team.offerOwnership': async ({ team }) => {
    await forgetOffer(team);
    return { member_id: (await team.addMember()).memberId };
  },
  'team.withdrawOwnership': async ({ team, member }) => {
    await forgetOffer(team);
    const now = team.api.clock.now();
    await insert(team.api, 'ownership_offer', {
      tenant_id: team.tenantId,
      member_id: member.memberId,
      offered_by: team.owner.memberId,
      created_at: now,
      expires_at: new Date(now.getTime() + 86_400_000),
    });
    return {};
  },
  // The offer is to nobody, so that the world keeps its owner.
  'team.acceptOwnership': async ({ team }) => {
    await forgetOffer(team);
    return {};
  },
  'evaluations.scores': async ({ team }) => ({
    training_ids: [await insertScoredTraining(team)],
  }),
  'evaluations.ownScores': async ({ team }, browser) => ({
    training_ids: [await scoredOf(team, browser)],
  }),
  'evaluations.getOwn': async ({ team }, browser) => ({
    training_id: await scoredOf(team, browser),
  }),
  'trainings.beside': ({ training }) => ({ training_id: training }),
  'trainings.start': (world) => ({ ...newSession(world), user_id: world.member.userId }),
  'trainings.finish': newSession,
  'trainings.abort': newSession,
  'trainings.evaluate': (world) => ({ ...newSession(world), score: scoreOf(62) }),
  'trainings.record': (world) => {
    const { tenant_id, session_id } = newSession(world);
    return {
      tenant_id,
      trainings: [{ session_id, user_id: world.member.userId, score: scoreOf(62) }],
    };
  },
  'members.inviteAgain': async ({ team }) => ({
    member_id: await insertInvited(team, { created_at: '2026-01-01T00:00:00Z' }),
  }),
  'members.withdrawInvitation': async ({ team }) => ({ member_id: await insertInvited(team) }),
  'members.removalPreview': ({ member }) => ({ member_id: member.memberId }),
  'members.setRights': async ({ team }) => {
    const { memberId } = await team.addMember({ role: 'admin' });
    return { member_id: memberId, version: versionOf({ rights: [] }), rights: ['schnittstellen'] };
  },
  'members.former': () => ({}),
  'members.erasurePreview': aFormerMember,
  'members.erasureNews': anErasedMember,
  'members.erase': aFormerMember,
  'team.previewPrivacy': () => ({ member_detail_enabled: false }),
  'team.changePrivacy': () => ({ leaderboard_enabled: true }),
  'team.acceptInvitation': async ({ team }) => {
    const other = await makeTeam(team.api);
    const { email } = team.owner;
    const member_id = await insertInvited(other, { email });
    const link = { purpose: 'invitation', tenant_id: other.tenantId, member_id, email };
    return { token: await insertOneTimeLink(team.api, link) };
  },
  'team.change': async ({ team }) => {
    const browser = await makeSession(team, team.owner);
    const { version, time_zone } = await browser.app.team.get.query({});
    return { version, time_zone };
  },
  'cases.createOwn': () => ({ title: 'Private' }),
  'cases.changeOwn': async ({ team }, browser) => {
    const { app } = await ofMember(team, browser);
    const { id, version } = await app.cases.createOwn.mutate({ title: 'Private' });
    return { case_id: id, version, title: 'Changed' };
  },
  'cases.getOwn': aPrivateCase,
  'cases.removeOwn': aPrivateCase,
  'catalog.entryUse': ({ situation }) => ({ entry_id: situation }),
  'catalog.release': async ({ team }) => ({
    entry_ids: [await insertTeamCatalogEntry(team, 'methodology')],
    released: false,
  }),
  'catalog.addEntry': () => ({
    dimension: 'methodology',
    names: { de: 'Überzeugen', en: 'Convincing' },
  }),
  'catalog.changeEntry': async ({ team }) => {
    const { app } = await makeSession(team, team.owner);
    const names = { de: 'Zuhören', en: 'Listening' };
    const { id, version } = await app.catalog.addEntry.mutate({ dimension: 'role', names });
    return { entry_id: id, version, icon: 'ear' };
  },
  'catalog.addRule': async ({ team, industry }) => ({
    situation_id: await insertTeamCatalogEntry(team, 'situation'),
    industry_id: industry,
  }),
  'catalog.removeRule': async ({ team, industry }) => {
    const { app } = await makeSession(team, team.owner);
    const situation_id = await insertTeamCatalogEntry(team, 'situation');
    return app.catalog.addRule.mutate({ situation_id, industry_id: industry });
  },
  'policies.preview': () => ({ member_id: null, industry: { mode: 'block', entry_ids: [] } }),
  'policies.get': () => ({ member_id: null }),
  'policies.set': async ({ team }) => {
    const browser = await makeSession(team, team.owner);
    const { version, methodology } = await browser.app.policies.get.query({ member_id: null });
    const mode = methodology?.mode === 'allow' ? 'block' : 'allow';
    return { member_id: null, version, methodology: { mode, entry_ids: ['met_test'] } };
  },
  'policies.options': ({ member, situation }) => ({
    member_id: member.memberId,
    situation_id: situation,
  }),
  'policies.getExplanation': ({ member, situation, personality, industry }) => ({
    member_id: member.memberId,
    situation_id: situation,
    personality_id: personality,
    industry_id: industry,
  }),
  ...linkInputs,
  ...listInputs,
  ...webhookInputs,
  ...crmInputs,
  ...commandLineInputs,
  'search.list': ({ team }) => ({ text: 'a', ids: [team.keyId] }),
  'auditLog.list': () => ({}),
  'auditLog.count': () => ({}),
  'auditLog.export': () => ({}),
  'pulse.get': () => ({}),
  'requestLog.list': () => ({}),
  'requestLog.counts': () => ({}),
  'requestLog.errors': () => ({}),
  'requestLog.usage': () => ({}),
  'requestLog.export': () => ({}),
  'apiKeys.get': ({ team }) => ({ key_id: team.keyId }),
  'apiKeys.create': () => ({ name: 'New', template: 'read_only' }),
  'apiKeys.createForDocs': () => ({}),
  'apiKeys.duplicate': ({ team }) => ({ key_id: team.keyId, scopes: ['catalog:read'] }),
  'apiKeys.rotate': async ({ team }) => ({ key_id: (await team.createKey()).key_id, grace: '1h' }),
  'apiKeys.rename': async ({ team }) => {
    const { key_id } = await team.createKey();
    const browser = await makeSession(team, team.owner);
    const { version } = await browser.app.apiKeys.get.query({ key_id });
    return { key_id, version, name: 'Renamed' };
  },
  'apiKeys.endGrace': async ({ team }) => {
    const { key_id } = await team.createKey();
    await team.rotateKey(key_id, '24h');
    return { key_id };
  },
  'apiKeys.revoke': async ({ team }) => ({ key_id: (await team.createKey()).key_id }),
};

/** The given browser, if it is one of a member of the team. Otherwise one of the owner. */
async function aPrivateCase({ team }: World, browser: Browser): Promise<{ case_id: string }> {
  const { app } = await ofMember(team, browser);
  return { case_id: (await app.cases.createOwn.mutate({})).id };
}

async function ofMember(team: World['team'], browser: Browser): Promise<Browser> {
  const hasSession = browser.session !== undefined && browser.headers.authorization === undefined;
  const current = hasSession ? await browser.app.session.current.query({}) : null;
  return current?.team?.id === team.tenantId ? browser : makeSession(team, team.owner);
}

/** A scored training of whoever is signed in, or of the owner. */
async function scoredOf(team: World['team'], browser: Browser): Promise<string> {
  const { app } = await ofMember(team, browser);
  const session = await app.session.current.query({});
  return insertScoredTraining(team, { member_id: session?.team?.member_id });
}

/** A training session that the backend has not named yet. */
function newSession({ team }: World): { tenant_id: string; session_id: string } {
  return { tenant_id: team.tenantId, session_id: randomUUID() };
}

async function forgetOffer({ api, tenantId }: World['team']): Promise<void> {
  await api.sql.query('delete from ownership_offer where tenant_id = $1', [tenantId]);
}

export async function validInput(
  procedure: NamedProcedure,
  world: World,
  browser: Browser,
): Promise<unknown> {
  const { meta, name } = procedure;
  if (!('openapi' in meta)) {
    const maker = makers[name];
    if (!maker) throw new Error(`Say in test/trpc/harness/inputs.ts how to call ${name}`);
    return maker(world, browser);
  }
  const route = routes.find((one) => one.meta === meta);
  if (!route) throw new Error(`${name} has no route`);
  const { path, body } = await validRequest(route, world);
  const segments = path.split('/').slice(1);
  const named = route.segments.flatMap((segment, i) =>
    segment.startsWith('{') ? [[segment.slice(1, -1), segments[i]]] : [],
  );
  const input = { ...body, ...Object.fromEntries(named) };
  return meta.openapi?.method === 'PATCH' ? { ...input, version: await seen(world, input) } : input;
}

/** The version of the object to be edited. The input names the object by its noun, such as `case_id`. */
async function seen({ team }: World, input: Record<string, unknown>): Promise<string | undefined> {
  const { app } = await makeSession(team, team.owner);
  const { assignment_id, case_id, member_id, endpoint_id } = input as Record<string, string>;
  if (assignment_id) return (await app.assignments.get.query({ assignment_id })).version;
  if (case_id) return (await app.cases.get.query({ case_id })).version;
  if (member_id) return (await app.members.get.query({ member_id })).version;
  const endpoints = await app.webhooks.listEndpoints.query({});
  return endpoints.data.find(({ id }) => id === endpoint_id)?.version;
}

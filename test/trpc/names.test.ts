import { beforeAll, describe, expect, test } from 'vitest';
import { theirWords } from '../../src/features/mail/their-words.ts';
import { type Browser, codeOf, errorOf, makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { runMails } from '../mail/harness/mails.ts';

const api = useApi();
let team: TestTeam;
let owner: Browser;

beforeAll(async () => {
  team = await makeTeam(api());
  owner = await makeSession(team, team.owner);
});

const LURE = 'Ihr Konto ist gesperrt: https://evil.example/login';

const rename = {
  team: async (name: string) => {
    const { version } = await owner.app.team.get.query({});
    return owner.app.team.change.mutate({ version, name });
  },
  person: async (name: string) => {
    const { version } = await owner.app.account.profile.query({});
    return owner.app.account.changeProfile.mutate({ version, name });
  },
  'new key': (name: string) => owner.app.apiKeys.create.mutate({ name, template: 'read_only' }),
  'copied key': (name: string) =>
    owner.app.apiKeys.duplicate.mutate({ key_id: team.keyId, name, scopes: ['catalog:read'] }),
  key: async (name: string) => {
    const { version } = await owner.app.apiKeys.get.query({ key_id: team.keyId });
    return owner.app.apiKeys.rename.mutate({ key_id: team.keyId, version, name });
  },
  passkey: (name: string) =>
    owner.app.account.renamePasskey.mutate({ passkey_id: 'AAAAAAAAAAAAAAAAAAAAAA', name }),
};

describe('a name has no web address in it', () => {
  test.each(Object.entries(rename))('%s: both languages say why', async (_, give) => {
    for (const [language, words] of [
      ['de', 'In einem Namen steht keine Webadresse'],
      ['en', 'A name has no web address in it'],
    ] as const) {
      owner.headers = { 'accept-language': language };
      expect(await errorOf(give(LURE))).toMatchObject({
        code: 'validation_error',
        field: 'name',
        explanation: expect.stringContaining(words),
      });
    }
    owner.headers = {};
  });

  test.each(['ftp://a', 'WWW.evil.example', 'a/b', 'help@evil.example', 'ａ：／／ｂ', '＠home'])(
    'the name %s is refused',
    async (name) => {
      expect(await codeOf(rename.team(name))).toBe('validation_error');
    },
  );

  test.each(['Müller & Söhne (Nord)', 'Booking.com', 'Team 2.1: Süd', 'St. Gallen'])(
    'the name %s is accepted',
    async (name) => {
      expect(await codeOf(rename.team(name))).toBe('ok');
    },
  );

  test('a name of an earlier release stays while other fields change, and can be copied', async () => {
    const { keyId, tenantId } = team;
    const put = (table: string, id: string) =>
      api().sql.query(`update ${table} set name = $2 where id = $1`, [id, LURE]);
    await put('tenant', tenantId);
    await put('person', team.owner.userId);
    await put('api_key', keyId);
    const { version } = await owner.app.team.get.query({});
    const change = { version, name: LURE, time_zone: 'Europe/Vienna' };
    expect((await owner.app.team.change.mutate(change)).name).toBe(LURE);
    const profile = await owner.app.account.profile.query({});
    const next = { version: profile.version, name: LURE, lang: 'en' } as const;
    expect((await owner.app.account.changeProfile.mutate(next)).name).toBe(LURE);
    const copy = { key_id: keyId, scopes: ['catalog:read'] as const };
    expect(
      await codeOf(owner.app.apiKeys.duplicate.mutate({ ...copy, scopes: [...copy.scopes] })),
    ).toBe('ok');
  });
});

/** Matches whatever the most eager mail program would make a link of. */
const links = /\p{L}[\w+.-]*:(?=[^\s\d])\S+|www\.\S+|\S+@\S+|\S*[\p{L}\p{N}]\.\p{L}\S*/giu;

describe('no mail program makes a link of what others have written', () => {
  test.each([
    [LURE, 'Ihr Konto ist gesperrt: https: //evil. example/login'],
    ['www.evil.example', 'www. evil. example'],
    ['help@evil.example', 'help @ evil. example'],
    ['evil。example', 'evil。 example'],
    ['tel:0900123', 'tel: 0900123'],
    ['evil.example:8443/x', 'evil. example: 8443/x'],
    ['Nord“ ist gesperrt. „Süd', "Nord' ist gesperrt. 'Süd"],
    ['Müller & Söhne, v2.1, 10:30, St. Gallen', 'Müller & Söhne, v2.1, 10:30, St. Gallen'],
  ])('%s reads %s', (name, shown) => {
    expect(theirWords(name)).toBe(shown);
    expect(theirWords(name).match(links)).toBe(null);
    expect(theirWords(shown)).toBe(shown);
  });

  test('names of a team and of a key in mails, with the subject', async () => {
    const [other, key] = [await makeTeam(api()), LURE.replace('evil', 'evil-key')];
    const browser = await makeSession(other, other.owner);
    await api().sql.query('update api_key set name = $2 where id = $1', [other.keyId, key]);
    await api().sql.query('update tenant set name = $2 where id = $1', [other.tenantId, LURE]);
    const heir = await other.addMember();
    await browser.app.members.invite.mutate({ email: 'stranger@example.com', lang: 'en' });
    await browser.app.apiKeys.duplicate.mutate({ key_id: other.keyId, scopes: ['cases:read'] });
    await browser.app.team.offerOwnership.mutate({ member_id: heir.memberId });
    await browser.app.team.changePrivacy.mutate({ member_detail_enabled: false });
    await browser.app.team.changePrivacy.mutate({ member_detail_enabled: true });
    await runMails(api());
    const { rows } = await api().sql.query(
      `select split_part(cause, ':', 1) as cause, subject, body from mail where tenant_id = $1`,
      [other.tenantId],
    );
    const causes = new Set(rows.map(({ cause }) => cause));
    expect([...causes].sort()).toEqual([
      'invitation',
      'key_created',
      'member_detail_on',
      'ownership_offered',
    ]);
    for (const { cause, subject, body } of rows) {
      const text = `${subject}\n${body}`;
      expect(text, cause).toContain('evil');
      expect((text.match(links) ?? []).filter((link) => link.includes('evil'))).toEqual([]);
    }
    const invitation = rows.find(({ cause }) => cause === 'invitation');
    expect(invitation?.subject).toBe('Invitation to a sales training');
  });
});

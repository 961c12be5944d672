import { describe, expect, test } from 'vitest';
import { synchronize } from '../../../src/worker/crm/synchronize/synchronize.ts';
import { makeTeam } from '../../harness/team.ts';
import { useApi } from '../../harness/use-api.ts';
import { allTheTime, claimNow, depsWith, insertConnection } from '../harness/connection.ts';
import { fakeConfig } from '../harness/crm-client.ts';
import { failureOf } from '../harness/provider-account.ts';
import {
  api,
  apis,
  byToken,
  connector,
  fake,
  lastHour,
  read,
  useSalesforce,
} from '../harness/use-salesforce.ts';

useSalesforce();
const teams = useApi();

function addNote(deal: string, Content: string): string {
  const { id } = fake.add('ContentNote', { Content });
  fake.add('ContentDocumentLink', { ContentDocumentId: id, LinkedEntityId: deal });
  return id;
}

const wholeText = (id: string) => connector().wholeText?.(api, id);
const LONG = `<p>${'Grüße '.repeat(60)}price</p>`;

describe('P835: a newer note of Salesforce that is longer than its preview', () => {
  test('is cut on its page, and its content is the whole text, also with characters of several bytes', async () => {
    const deal = fake.addDeal().id;
    const ids = [LONG, 'ü'.repeat(127), 'ü'.repeat(128)].map((text) => addNote(deal, text));
    for (const window of [lastHour(), { since: null, until: new Date(Date.now() + 2000) }]) {
      const { notes } = await read({ stream: 'notes', window });
      expect(notes.map(({ externalId, isCut }) => [externalId, isCut])).toEqual([
        [ids[0], true],
        [ids[1], false],
        [ids[2], true],
      ]);
      expect(notes[0]?.body).toHaveLength(255);
    }
    expect(await wholeText(ids[0] ?? '')).toBe(LONG);
  });

  test.each([
    ['is gone', (id: string) => fake.remove(id)],
    ['may not be seen', () => fake.hidden.add('ContentNote.Content')],
  ])('has no content if it %s', async (_, change) => {
    const id = addNote(fake.addDeal().id, LONG);
    change(id);
    expect(await wholeText(id)).toBe(null);
  });

  test.each([
    ['web_page', { status: 200, html: '<!DOCTYPE html><title>Maintenance</title>' }],
    ['empty', { status: 200, bytes: '' }],
    ['redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
  ])('is asked for again after a broken answer: %s', async (code, answer) => {
    const id = addNote(fake.addDeal().id, LONG);
    const on = /Content$/;
    fake.server.plan({ on, fault: { kind: 'answer', answer } });
    expect(await wholeText(id)).toBe(LONG);
    fake.server.plan({ on, fault: { kind: 'answer', answer }, times: 4 });
    expect(await failureOf(wholeText(id) ?? Promise.resolve())).toMatchObject({
      reason: 'unavailable',
      code,
    });
  });

  test('gives objections from behind its preview, for one request', async () => {
    const team = await makeTeam(teams());
    const input = { access: byToken(), provider: 'salesforce', settings: { notes: true } } as const;
    const id = await insertConnection(team, input);
    const deal = fake.addDeal().id;
    const [note] = [addNote(deal, 'ab '.repeat(100).concat('budget \0')), addNote(deal, 'price')];
    const deps = {
      ...depsWith(teams().pool, connector()),
      openApi: () =>
        apis.make({ connector: connector(), config: fakeConfig(fake.url), access: byToken() }),
    };
    const sync = async () => synchronize(deps, await claimNow(team, teams().pool, id), allTheTime);
    const objections = async () => {
      const text = `select source_id, category from crm_objection where connection_id = $1 and source = 'note'`;
      const { rows } = await teams().sql.query(text, [id]);
      return rows.map(({ source_id, category }) => `${source_id} ${category}`);
    };
    expect(await sync()).toBe('ok');
    expect(await objections()).toContain(`${note} budget`);
    expect(await objections()).toHaveLength(2);
    expect([await sync(), await sync()]).toEqual(['ok', 'ok']);
    expect(fake.server.count(/Content$/)).toBe(1);
  });
});

import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { crmConfigs } from '../../../src/crm/crm-config.ts';
import { practiceId } from '../../../src/crm/demo/practice.ts';
import { CrmNetwork } from '../../../src/crm/http/crm-network.ts';
import { UrlGuard } from '../../../src/egress/url-guard.ts';
import { practiceContent, practiceReadAt } from '../../../src/seed/demo/crm-content.ts';
import { outcomeOf, stageOf } from '../../../src/seed/demo/crm-sales.ts';
import { openPracticeCrm } from '../../../src/seed/demo-crm/practice-crm.ts';
import { languages } from '../../../src/shared/language/language.ts';
import { createLogger } from '../../../src/shared/process/log.ts';
import { Outgoing } from '../../../src/shared/process/outgoing.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/shared/time/durations.ts';
import { useApi } from '../../harness/use-api.ts';

const api = useApi();
const since = new Date('2026-11-27T08:03:12.345Z');
const HOST = 'practice-crm.example';
const later = (ms: number) => new Date(since.getTime() + ms);

function opened() {
  const server = openPracticeCrm({ pool: api().sql, log: createLogger('fatal') });
  onTestFinished(() => server.close());
  return server;
}

type Asked = { host?: string; method?: string };

async function ask(port: number, path: string, { host = HOST, method = 'GET' }: Asked = {}) {
  const sent = request({ port, host: '127.0.0.1', path, method, headers: { host } }).end();
  const [answer] = (await new Promise<unknown[]>((resolve, reject) => {
    sent.on('response', (...all) => resolve(all)).on('error', reject);
  })) as [import('node:http').IncomingMessage];
  return { status: answer.statusCode, body: await text(answer) };
}

describe.each(languages)('what a practice CRM in %s contains', (language) => {
  const at = (time: Date) => practiceContent({ language, since }, time);

  test('it has lived for a day when the sandbox is there, and one change is new to it', () => {
    const first = at(practiceReadAt(since));
    const changed = at(since).deals.filter(
      (deal, n) => deal.changed_at !== first.deals[n]?.changed_at,
    );
    expect(changed).toHaveLength(1);
    for (const { changed_at } of first.deals) {
      expect(changed_at < practiceReadAt(since).toISOString()).toBe(true);
    }
    const began = at(later(-DAY_MS - 10 * MINUTE_MS));
    expect(at(new Date(0))).toEqual(began);
    expect(
      first.deals.filter((deal, n) => deal.changed_at !== began.deals[n]?.changed_at),
    ).toHaveLength(11);
  });

  test('for as long as a sandbox lives, each quarter of an hour brings a change, and no more records', () => {
    for (let ms = 0; ms < 100 * DAY_MS; ms += 15 * MINUTE_MS * 7) {
      const [before, now] = [at(later(ms)), later(ms + 15 * MINUTE_MS)];
      const { deals, notes } = at(now);
      const fresh = deals.filter((deal, n) => deal.changed_at !== before.deals[n]?.changed_at);
      expect(fresh.length).toBeGreaterThan(0);
      expect([deals.length, new Set(notes.map(({ id }) => id)).size]).toEqual([28, notes.length]);
      expect(notes.length).toBeLessThan(36);
      for (const deal of fresh) {
        const stage = stageOf(deal);
        expect(stage).toBeDefined();
        expect(deal.lost_reason !== null).toBe(stage && outcomeOf(stage) === 'lost');
        expect(deal.amount).toMatch(/^\d+\.\d\d$/);
        expect(deal.changed_at <= now.toISOString()).toBe(true);
      }
    }
  });
});

describe('the server of a process', () => {
  const path = `/${practiceId({ language: 'en', since })}/api/account`;

  test('two processes have their own, and both answer alike', async () => {
    const ports = [await opened().port(), await opened().port()];
    expect(new Set(ports).size).toBe(2);
    const answers = await Promise.all(ports.map((port) => ask(port, path)));
    expect(answers[0]).toEqual(answers[1]);
    expect(JSON.parse(answers[0]?.body ?? '')).toMatchObject({ name: 'Practice CRM' });
  });

  test('answers only our own client, and only about practice CRMs', async () => {
    const port = await opened().port();
    const wrong: [string, Asked?][] = [
      [path, { host: `127.0.0.1:${port}` }],
      [path, { host: 'localhost' }],
      [path, { method: 'POST' }],
      ['/con_demo/api/account'],
      ['/practice-fr-1/api/account'],
      ['/api/account'],
      [`/${practiceId({ language: 'en', since })}/deals/D-1000`],
      ['/'],
    ];
    for (const [wanted, asked] of wrong) {
      expect([wanted, (await ask(port, wanted, asked)).status]).toEqual([wanted, 404]);
    }
  });
});

describe('the way to it', () => {
  const guard = new UrlGuard({
    resolver: { resolve: () => Promise.resolve(['127.0.0.1']) } as never,
    allowed: { check: () => false, rules: [] } as never,
  });
  const network = (outgoing: Outgoing, practice = opened()) => {
    const made = new CrmNetwork({ outgoing, guard, crm: crmConfigs({}), practice });
    onTestFinished(() => made.close());
    return made;
  };
  const { signal } = new AbortController();

  test('is open for exactly its origin, and for no other name of loopback', async () => {
    const server = opened();
    const port = await server.port();
    const made = network(Outgoing.opened(), server);
    await made.dispatcherFor(new URL(`http://${HOST}/`), signal);
    const others = [
      `https://${HOST}/`,
      `http://${HOST}:${port}/`,
      `https://api.${HOST}/`,
      `http://127.0.0.1:${port}/`,
      `http://localhost:${port}/`,
      'https://practice-receiver.example/',
    ];
    for (const url of others) {
      await expect(made.dispatcherFor(new URL(url), signal)).rejects.toThrow();
    }
  });

  test('is closed in a process without such a server, and while nothing may be sent', async () => {
    const url = new URL(`http://${HOST}/`);
    const without = new CrmNetwork({ outgoing: Outgoing.opened(), guard, crm: crmConfigs({}) });
    onTestFinished(() => without.close());
    await expect(without.dispatcherFor(url, signal)).rejects.toThrow();
    await expect(network(new Outgoing()).dispatcherFor(url, signal)).rejects.toThrow();
  });
});

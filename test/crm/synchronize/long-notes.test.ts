import { describe, expect, inject, test } from 'vitest';
import { CrmFailure, QuotaWait } from '../../../src/crm/crm-failure.ts';
import { synchronize } from '../../../src/worker/crm/synchronize/synchronize.ts';
import { makeTeam } from '../../harness/team.ts';
import { useApi } from '../../harness/use-api.ts';
import { allTheTime } from '../harness/connection.ts';
import { crashingPool } from '../harness/crashing-pool.ts';
import { LongNotes } from '../harness/long-notes.ts';
import { aDeal, PlainCrm } from '../harness/plain-crm.ts';

const api = useApi();

async function withLongNotes() {
  const crm = await PlainCrm.of(await makeTeam(api()), { settings: { notes: true } });
  crm.deals = [aDeal('1')];
  const long = new LongNotes(crm);
  const rows = async (text: string) => (await api().sql.query(text, [crm.connectionId])).rows;
  return {
    crm,
    long,
    readAgain: async () => {
      await crm.set('read_again = true');
      return crm.synchronize();
    },
    objectionIds: async () =>
      (await rows('select id from crm_objection where connection_id = $1 order by id')).map(
        ({ id }) => id,
      ),
    objectionsAt: async (note: string) => {
      const text = `select distinct d.external_id || ' ' || o.category as said, o.source_id
        from crm_objection o join crm_deal d on d.tenant_id = o.tenant_id and d.id = o.deal_id
        where o.connection_id = $1 order by said`;
      return (await rows(text)).flatMap(({ said, source_id }) => (source_id === note ? said : []));
    },
    unread: async () =>
      (
        await rows(
          'select note_id from crm_long_note where connection_id = $1 and read_at is null order by note_id',
        )
      ).map(({ note_id }) => note_id),
    setAside: async () =>
      (await crm.runs()).map(({ set_aside_records }) =>
        (set_aside_records as Record<string, unknown>[]).map(({ isRead, ...one }) => [one, isRead]),
      ),
  };
}

/** Workers are killed at each of so many statements. The seed says at which. */
const STRIDE = 6;
const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000);

describe('P835: the whole text of a note of which a page has only the beginning', () => {
  test('is read once for each version of the note, and its objections count', async () => {
    const { crm, long, readAgain, objectionIds } = await withLongNotes();
    long.add('n1', '1', 'price | budget');
    expect(await crm.synchronize()).toBe('ok');
    expect(await crm.objections()).toEqual(['note n1 budget', 'note n1 price']);
    const before = await objectionIds();
    expect([await crm.synchronize(), await readAgain()]).toEqual(['ok', 'ok']);
    expect(await objectionIds()).toEqual(before);
    expect(long.newRequests()).toEqual(['n1']);

    long.add('n1', '1', 'timing | budget', { changedAt: soon(0) });
    expect(await crm.synchronize()).toBe('ok');
    expect(await crm.objections()).toEqual(['note n1 budget', 'note n1 timing']);
    expect(long.newRequests()).toEqual(['n1']);
    // The note is short again.
    crm.notes = crm.notes.map((note) => ({ ...note, changedAt: soon(1), isCut: false }));
    expect(await readAgain()).toBe('ok');
    expect(await crm.objections()).toEqual(['note n1 timing']);
    crm.notes = [];
    expect(await readAgain()).toBe('ok');
    expect(await crm.objections()).toEqual([]);
    expect(long.newRequests()).toEqual([]);
  });

  test('ends with its note for the deals that the note no longer has, even if it is still to be read', async () => {
    const { crm, long, readAgain, unread } = await withLongNotes();
    long.add('n1', '1', 'price | budget');
    expect(await crm.synchronize()).toBe('ok');
    const moved = (isCut: boolean, minutes: number) => {
      crm.notes = crm.notes.map((note) => ({
        ...note,
        changedAt: soon(minutes),
        dealIds: [],
        isCut,
      }));
    };
    moved(true, 0);
    expect(await readAgain()).toBe('ok');
    expect(await crm.objections()).toEqual([]);

    for (const isCut of [true, false]) {
      long.add('n1', '1', 'timing | budget', { changedAt: soon(1) });
      long.before = () => {
        throw new CrmFailure('unavailable', { status: 500 });
      };
      expect(await readAgain()).toBe('ok');
      expect(await unread()).toEqual(['n1']);
      long.before = () => undefined;
      moved(isCut, 2);
      expect(await readAgain()).toBe('ok');
      expect([await crm.objections(), await unread()]).toEqual([[], []]);
    }
  });

  test('that never comes leaves no objection at a stored deal that the note no longer has', async () => {
    const { crm, long, readAgain, objectionsAt, unread } = await withLongNotes();
    crm.deals = ['1', '2', '3'].map((id) => aDeal(id));
    const broken = () => {
      throw new CrmFailure('unavailable', { status: 500 });
    };
    for (const id of ['n1', 'n2']) {
      long.before = () => undefined;
      long.add(id, '1', 'price | budget', { dealIds: ['1', '2'] });
      expect(await readAgain()).toBe('ok');
      expect(await objectionsAt(id)).toEqual(['1 budget', '1 price', '2 budget', '2 price']);
      long.add(id, '2', 'price | budget', { changedAt: soon(0), dealIds: ['2', '3'] });
      // One text is hidden, the other fails until it is set aside.
      if (id === 'n1') long.texts.clear();
      else long.before = broken;
      // What may be behind the cut stays at the deal that the note still has.
      const kept = ['2 budget', '2 price', '3 price'];
      for (let run = 0; run < 4; run++) {
        expect(await readAgain()).toBe('ok');
        expect(await objectionsAt(id)).toEqual(kept);
      }
      expect(await unread()).toEqual([]);
    }
  });

  test('is read for at most 200 notes a run; until then the beginning counts, and what was known stays', async () => {
    const { crm, long, unread } = await withLongNotes();
    for (let n = 1000; n < 1450; n++) long.add(`${n}`, '1', 'price | budget');
    const requests: number[] = [];
    for (const left of [250, 50, 0, 0]) {
      expect(await crm.synchronize()).toBe('ok');
      expect(await unread()).toHaveLength(left);
      const budgets = (await crm.objections()).filter((one) => one.endsWith('budget'));
      expect(budgets).toHaveLength(450 - left);
      expect(await crm.objections()).toHaveLength(900 - left);
      requests.push(long.newRequests().length);
    }
    expect(requests).toEqual([200, 200, 50, 0]);
    long.add('1000', '1', 'timing | budget', { changedAt: soon(0) });
    long.before = () => {
      throw new CrmFailure('unavailable', { status: 500 });
    };
    expect(await crm.synchronize()).toBe('ok');
    expect(await crm.objections()).toEqual(
      expect.arrayContaining(['note 1000 budget', 'note 1000 price', 'note 1000 timing']),
    );
  });

  test('is read once although workers are killed at any statement', async () => {
    const { crm, long, unread, objectionIds } = await withLongNotes();
    for (let n = 10; n < 40; n++) long.add(`${n}`, '1', 'price | budget');
    crm.pageSize = 20;
    const isWanted: boolean[] = [];
    long.before = async (id) => {
      isWanted.push((await unread()).includes(id));
    };
    let end: unknown;
    for (let dies = inject('seed') % STRIDE; end !== 'ok'; dies += STRIDE) {
      expect(dies).toBeLessThan(500);
      const claim = await crm.claimAfterLease();
      const deps = crm.deps({ pool: crashingPool(api().pool, dies) });
      end = await synchronize(deps, claim, allTheTime).catch(() => 'killed');
    }
    expect(isWanted.length).toBeGreaterThanOrEqual(30);
    expect(isWanted).not.toContain(false);
    expect(await unread()).toEqual([]);
    expect(new Set(await crm.objections()).size).toBe(60);
    expect(await objectionIds()).toHaveLength(60);
  });

  test('is stored when the quota ends or a turn ends, and the run goes on behind it', async () => {
    const { crm, long, unread } = await withLongNotes();
    for (let n = 10; n < 60; n++) long.add(`${n}`, '1', 'price | budget');
    const slice = new AbortController();
    long.before = () => {
      if (long.requests.length === 25) throw new QuotaWait(1000);
      if (long.requests.length === 30) slice.abort();
    };
    expect(await crm.synchronize()).toBe('waiting');
    expect(await unread()).toHaveLength(50 - 24);
    const limits = { ...allTheTime, signal: slice.signal };
    expect(await synchronize(crm.deps(), await crm.claim(), limits)).toBe('yielded');
    expect(await unread()).toHaveLength(50 - 44);
    expect(await crm.synchronize()).toBe('ok');
    expect(long.requests).toHaveLength(51);
    expect(await crm.runs()).toMatchObject([{ status: 'ok' }]);
    expect(await crm.objections()).toHaveLength(100);
  });

  test('is not asked for without a stored deal, and again when a deal came back or was added', async () => {
    const { crm, long, readAgain } = await withLongNotes();
    long.add('n1', 'x', 'price | budget');
    long.add('n2', '1', 'price | budget');
    await crm.synchronize();
    expect(long.newRequests()).toEqual(['n2']);
    crm.deals = [aDeal('x'), aDeal('2')];
    await readAgain();
    expect(long.newRequests()).toEqual(['n1']);
    expect(await crm.objections()).toEqual(['note n1 budget', 'note n1 price']);
    crm.deals = [aDeal('x'), aDeal('1')];
    await readAgain();
    expect(long.newRequests()).toEqual(['n2']);
    expect(await crm.objections()).toHaveLength(4);
    long.add('n1', 'x', 'price | budget', { dealIds: ['x', '1'] });
    await readAgain();
    expect(long.newRequests()).toEqual(['n1']);
    expect(await crm.objections()).toHaveLength(6);
  });

  test('is read again for a deal that was removed and restored between two full passes', async () => {
    const { crm, long, readAgain } = await withLongNotes();
    long.add('n1', '1', 'price | budget');
    await crm.synchronize();
    const { read } = crm.connector;
    crm.connector.read = async (http, request) => {
      const page = await read(http, request);
      if (request.stream === 'deals') page.records = [{ kind: 'gone', externalId: '1' }];
      return page;
    };
    await crm.synchronize();
    expect(await crm.objections()).toEqual([]);
    crm.connector.read = read;
    crm.deals = [aDeal('1', { changedAt: soon(0) })];
    await crm.synchronize();
    await readAgain();
    expect(long.newRequests()).toEqual(['n1', 'n1']);
    expect(await crm.objections()).toEqual(['note n1 budget', 'note n1 price']);
  });

  test('may be hidden or gone: then the beginning counts', async () => {
    const { crm, long, readAgain, setAside } = await withLongNotes();
    long.add('n1', '1', 'price | budget');
    long.texts.clear();
    expect([await crm.synchronize(), await readAgain()]).toEqual(['ok', 'ok']);
    expect(long.newRequests()).toEqual(['n1']);
    expect(await crm.objections()).toEqual(['note n1 price']);
    expect(await setAside()).toEqual([[], []]);
  });

  test('is set aside when three runs could not read it, and holds up no other and no run', async () => {
    const { crm, long, readAgain, setAside, unread } = await withLongNotes();
    for (const id of ['n1', 'n2', 'n3']) long.add(id, '1', 'price | budget');
    let isBroken = true;
    long.before = (id) => {
      if (id === 'n1' && isBroken) throw new CrmFailure('contract', { code: 'answer_too_long' });
    };
    for (const left of [['n1', 'n2', 'n3'], ['n1'], []]) {
      expect(await crm.synchronize()).toBe('ok');
      expect(await unread()).toEqual(left);
    }
    const ofNote = { externalId: 'n1', field: 'body', stream: 'notes' };
    expect(await setAside()).toEqual([[], [], [[ofNote, undefined]]]);
    expect(await crm.objections()).toHaveLength(5);
    await crm.synchronize();
    expect(long.newRequests()).toEqual(['n1', 'n2', 'n3', 'n1', 'n1']);
    // A full pass tries it once more.
    expect(await readAgain()).toBe('ok');
    expect((await setAside()).at(-1)).toEqual([[ofNote, undefined]]);
    isBroken = false;
    expect(await readAgain()).toBe('ok');
    expect((await setAside()).slice(-2)).toEqual([[[ofNote, true]], []]);
    expect(await crm.objections()).toHaveLength(6);
  });

  test('ends the run if the sign-in is lost', async () => {
    const { crm, long } = await withLongNotes();
    long.add('n1', '1', 'price | budget');
    long.before = () => {
      throw new CrmFailure('auth', { status: 401 });
    };
    expect(await crm.synchronize()).toBe('failed');
    expect(await crm.row()).toMatchObject({ state: 'sign_in', failed_for: 'auth' });
    long.before = () => undefined;
    await crm.set("state = 'active', next_sync_at = now()");
    expect(await crm.synchronize()).toBe('ok');
    expect(await crm.objections()).toHaveLength(2);
  });

  test('is forgotten with the notes', async () => {
    const { crm, long, unread } = await withLongNotes();
    long.add('n1', '1', 'price | budget');
    await crm.synchronize();
    await crm.set(`settings = settings || '{"notes": false}'`);
    await crm.synchronize();
    expect([await crm.objections(), await unread()]).toEqual([[], []]);
    await crm.set(`settings = settings || '{"notes": true}'`);
    await crm.synchronize();
    expect(long.newRequests()).toEqual(['n1', 'n1']);
    expect(await crm.objections()).toHaveLength(2);
  });
});

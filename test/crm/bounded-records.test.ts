import { describe, expect, test } from 'vitest';
import { boundReference } from '../../src/crm/bound-reference.ts';
import { connectionSettings } from '../../src/crm/connection-settings.ts';
import type { SourceDeal } from '../../src/crm/connector.ts';
import { optionNames } from '../../src/crm/option-names.ts';
import { checkPage } from '../../src/worker/crm/synchronize/check-page.ts';
import { findInSlices } from '../../src/worker/crm/synchronize/find-in-slices.ts';
import { aDeal } from './harness/plain-crm.ts';

describe('a deal of a CRM', () => {
  const deal: SourceDeal = {
    ...aDeal('1'),
    title: `${' '.repeat(10)}${'t'.repeat(70_000)}`,
    lostReason: '\ud83e\udd37'.repeat(40_000),
    industryValue: 'i'.repeat(70_000),
    objections: Array.from({ length: 5_000 }, (_, n) => `${n} ${'o'.repeat(70_000)}`),
  };
  const page = { records: [deal], setAside: [], next: null };

  test('has at most twenty texts in its field for objections', () => {
    expect(checkPage(page, null).deals[0]?.objections).toHaveLength(20);
  });

  test('keeps 2,000 characters of each text, from whichever connector it comes', () => {
    const [kept] = checkPage(page, null).deals;
    const texts = [kept?.title, kept?.lostReason, kept?.industryValue, ...(kept?.objections ?? [])];
    expect(texts.map((text) => text?.length)).toEqual(Array(23).fill(2_000));
    expect(texts.every((text) => text?.isWellFormed())).toBe(true);
  });

  test('other work goes on between any two of its texts', async () => {
    let ticks = 0;
    let isDone = false;
    const counting = (async () => {
      for (; !isDone; ticks++) await new Promise(setImmediate);
    })();
    const slow = async () => () => {
      const end = performance.now() + 6;
      while (performance.now() < end);
      return [];
    };
    const objections = Array.from({ length: 20 }, (_, n) => `text ${n}`);
    await findInSlices(slow, { deals: [{ ...deal, objections }], notes: [] });
    isDone = true;
    await counting;
    expect(ticks).toBeGreaterThanOrEqual(20);
  });
});

describe('what is kept of the fields and pipelines of a CRM', () => {
  const option = (n: number) => ({ value: `v${n}`, name: 'n'.repeat(5_000) });
  const fields = Array.from({ length: 1_500 }, (_, n) => ({
    id: `f${n}`,
    name: `Field ${n}`,
    options: Array.from({ length: n > 900 ? 5 : 0 }, (_, m) => option(m)),
  }));
  const stages = Array.from({ length: 300 }, (_, n) => ({
    id: `s${n}`,
    name: `Stage ${n}`,
    probability: null,
  }));
  const pipelines = Array.from({ length: 300 }, (_, n) => ({ id: `p${n}`, name: `${n}`, stages }));
  const settings = connectionSettings.parse({ objections_field: 'f1499', pipelines: ['p299'] });
  const { kept, leftOut } = boundReference({ fields, pipelines }, settings);

  test('is bounded in number and characters', () => {
    expect(kept.fields.length).toBeLessThanOrEqual(1_000);
    expect(kept.pipelines.length).toBe(200);
    expect(JSON.stringify(kept.pipelines).length).toBeLessThan(1_000_000);
    expect(JSON.stringify(kept.fields).length).toBeLessThan(400_000);
  });

  test('and the rest is counted', () => {
    const all = (some: { options: unknown[] }[]) => some.flatMap(({ options }) => options).length;
    expect(leftOut).toEqual({
      fields: 500,
      choices: all(fields) - all(fields.filter((_, n) => n >= 999 && n < 1_499)) - all(kept.fields),
      pipelines: 100,
      stages: 200 * 300 - kept.pipelines.flatMap((one) => one.stages).length,
    });
  });

  test('begins with what the settings name, in the order of the CRM', () => {
    expect(kept.fields.find(({ id }) => id === 'f1499')?.options).toHaveLength(5);
    expect(kept.pipelines.at(-1)?.stages).toHaveLength(100);
    const numbers = kept.fields.map(({ id }) => Number(id.slice(1)));
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });

  test('of two options with the same value, the first one names it', () => {
    const options = [
      { value: 'a', name: 'First' },
      { value: 'a', name: 'Second' },
    ];
    expect(optionNames({ id: 'f', name: 'F', options }).get('a')).toBe('First');
  });
});

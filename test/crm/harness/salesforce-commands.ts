import { type Commands, commonCommands, noteTexts } from './common-commands.ts';
import type { FakeSalesforce } from './fake-salesforce.ts';

const record = (value: unknown) => value as Record<string, unknown>;

export function salesforceCommands(fake: FakeSalesforce): Commands {
  return {
    ...commonCommands(fake),
    addDeal: ({ fields = {} }) => fake.addDeal(record(fields)),
    add: ({ object, fields = {} }) => fake.add(String(object), record(fields)),
    change: ({ id, fields = {} }) => fake.change(String(id), record(fields)),
    remove: ({ id }) => fake.remove(String(id)),
    restore: ({ id }) => fake.restore(String(id)),
    /** Makes many records at once: `deals`, with `notes` for each. */
    seed: ({ deals = 100, notes = 0 }) => seed(fake, Number(deals), Number(notes)),
    limits: ({ limits }) => Object.assign(fake.limits, limits),
    lag: ({ ms }) => {
      fake.rows.lagMs = () => Number(ms);
    },
    shortPages: ({ size }) => {
      fake.batch = size === null ? 2000 : Number(size);
    },
    hide: ({ name }) => fake.hidden.add(String(name)).size,
    showAll: () => fake.hidden.clear(),
    keys: ({ key, secret }) => {
      fake.keys = { key: String(key), secret: String(secret) };
    },
    ids: () => [...fake.rows.live.values()].map(({ id, object }) => ({ id, object })),
  };
}

const outcomes = [
  { IsClosed: false, IsWon: false, StageName: 'Prospecting', Probability: 10 },
  { IsClosed: true, IsWon: true, StageName: 'Closed Won', Probability: 100 },
  { IsClosed: true, IsWon: false, StageName: 'Closed Lost', Loss_Reason__c: 'Price' },
];

function seed(fake: FakeSalesforce, deals: number, notesOfEach: number): number {
  for (let index = 0; index < deals; index++) {
    const Amount = `${1000 + index}.${index % 100}5`;
    const deal = fake.addDeal({ ...outcomes[index % 3], Name: `Projekt ${index + 1}`, Amount });
    for (let note = 0; note < notesOfEach; note++) {
      const Description = noteTexts[(index + note) % noteTexts.length];
      fake.add('Task', { WhatId: deal.id, Description });
    }
  }
  return deals;
}

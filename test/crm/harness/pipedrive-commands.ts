import { type Commands, commonCommands, noteTexts } from './common-commands.ts';
import type { FakeDeal, FakeNote, FakePipedrive } from './fake-pipedrive.ts';
import type { PipedriveLimits } from './pipedrive-limits.ts';

export function pipedriveCommands(fake: FakePipedrive): Commands {
  return {
    ...commonCommands(fake),
    addDeal: ({ do: _, ...deal }) => fake.addDeal(deal as Partial<FakeDeal>),
    editDeal: ({ do: _, id, ...changes }) => fake.changeDeal(String(id), changes),
    deleteDeal: ({ id }) => fake.deleteDeal(String(id)),
    restoreDeal: ({ id }) => fake.restoreDeal(String(id)),
    mergeDeals: ({ from, into }) => fake.mergeDeals(String(from), String(into)),
    addNote: ({ do: _, ...note }) => fake.addNote(note as Partial<FakeNote>),
    editNote: ({ do: _, id, ...changes }) => fake.changeNote(String(id), changes),
    removeNote: ({ id }) => fake.deleteNote(String(id)),
    /** Makes many records at once: `deals`, with `notes` for each. */
    seed: ({ deals = 100, notes = 0 }) => seed(fake, Number(deals), Number(notes)),
    limits: ({ daily, burst }) => {
      fake.limits.daily = (daily ?? null) as PipedriveLimits['daily'];
      fake.limits.burst = (burst ?? null) as PipedriveLimits['burst'];
    },
    lag: ({ ms }) => fake.lag(() => Number(ms)),
    shortPages: ({ size }) => {
      fake.pageCap = size === null ? 500 : Number(size);
    },
    missScope: ({ scope }) => fake.lacks.add(String(scope)).size,
    grantScopes: () => fake.lacks.clear(),
    token: ({ token }) => {
      fake.apiToken = String(token);
    },
    ids: () => ({ deals: [...fake.deals.live.keys()], notes: [...fake.notes.live.keys()] }),
  };
}

const outcomes = [
  { status: 'open' },
  { status: 'won' },
  { status: 'lost', lostReason: 'Zu teuer, der Wettbewerb war günstiger' },
] as const;

function seed(fake: FakePipedrive, deals: number, notesOfEach: number): number {
  for (let index = 0; index < deals; index++) {
    const value = `${1000 + index}.${index % 100}5`;
    const title = `Projekt ${index + 1}`;
    const deal = fake.addDeal({ ...outcomes[index % 3], title, value, ownerId: 1 + (index % 2) });
    for (let note = 0; note < notesOfEach; note++) {
      const content = `<p>${noteTexts[(index + note) % noteTexts.length]}</p>`;
      fake.addNote({ dealId: Number(deal.id), content });
    }
  }
  return deals;
}

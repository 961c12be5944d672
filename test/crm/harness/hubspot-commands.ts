import { type Commands, commonCommands } from './common-commands.ts';
import type { FakeHubspot } from './fake-hubspot.ts';

const words = (value: unknown) => value as Record<string, string | null>;

/** Commands for tests and scripts in another process: `POST /_fake {"do": "addDeal", …}`. */
export function hubspotCommands(fake: FakeHubspot): Commands {
  return {
    ...commonCommands(fake),
    addDeal: ({ properties = {} }) => fake.addDeal(words(properties)),
    editDeal: ({ id, properties }) => fake.editDeal(String(id), words(properties)),
    archiveDeal: ({ id }) => fake.archiveDeal(String(id)),
    restoreDeal: ({ id }) => fake.restoreDeal(String(id)),
    deleteDeal: ({ id }) => fake.deleteDeal(String(id)),
    mergeDeals: ({ first, second }) => fake.mergeDeals(String(first), String(second)),
    addNote: ({ deals, body }) => fake.addNote(deals as string[], String(body)),
    editNote: ({ id, body }) => fake.editNote(String(id), String(body)),
    removeNote: ({ id }) => fake.removeNote(String(id)),
    /** Makes many records at once: `deals`, with `notes` for each. */
    seed: ({ deals = 100, notes = 0 }) => seed(fake, Number(deals), Number(notes)),
    archiveAll: () => {
      for (const id of [...fake.deals.live.keys()]) fake.archiveDeal(id);
    },
    limits: ({ limits }) => Object.assign(fake.limits, limits),
    usedToday: ({ used }) => {
      fake.usedToday = Number(used);
    },
    lag: ({ ms }) => fake.lag(() => Number(ms)),
    shortPages: ({ size }) => {
      fake.shortPages = size === null ? null : Number(size);
    },
    missScope: ({ scope }) => fake.missingScopes.add(String(scope)).size,
    grantScopes: () => fake.missingScopes.clear(),
    addToken: ({ token }) => fake.tokens.add(String(token)).size,
    dropTokens: () => fake.tokens.clear(),
    ids: () => ({ deals: [...fake.deals.live.keys()], notes: [...fake.notes.live.keys()] }),
  };
}

const stages = [
  { dealstage: 'new', hs_is_closed: 'false', hs_is_closed_won: 'false' },
  { dealstage: 'won', hs_is_closed: 'true', hs_is_closed_won: 'true' },
  {
    dealstage: 'lost',
    hs_is_closed: 'true',
    hs_is_closed_won: 'false',
    closed_lost_reason: 'Zu teuer, der Wettbewerb war günstiger',
  },
];
const bodies = [
  '<p>Termin vereinbart. Alles gut.</p>',
  '<p>Der Kunde sagt, das ist ihm <b>zu teuer</b>.</p><p>Wir melden uns.</p>',
  '<p>They have no budget this year. Call again in spring.</p>',
];

function seed(fake: FakeHubspot, deals: number, notesOfEach: number): number {
  for (let index = 0; index < deals; index++) {
    const id = fake.addDeal({
      ...stages[index % stages.length],
      dealname: `Projekt ${index + 1}`,
      amount: `${1000 + index}.${index % 100}5`,
      hubspot_owner_id: index % 3 === 0 ? '502' : '501',
      branche: index % 2 === 0 ? 'maschinenbau' : 'handel',
      closedate: '2026-12-30T23:00:00Z',
    });
    for (let note = 0; note < notesOfEach; note++) {
      fake.addNote([id], bodies[(index + note) % bodies.length] ?? '');
    }
  }
  return deals;
}

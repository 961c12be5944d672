import { FakeHubspot } from './fake-hubspot.ts';

/**
 * Runs the fake of HubSpot as a process of its own: `node test/crm/harness/run-fake.ts [deals] [notes of each]`. It
 * prints its address, and ends with its parent. Its deals were changed two hours ago: a window of the last hour does not
 * contain them.
 */
const HOURS_AGO_MS = 2 * 3_600_000;
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

const [deals, notesOfEach] = process.argv.slice(2).map(Number);
const fake = await FakeHubspot.start(0);
fake.server.keepsRequests = false;
fake.server.clock.offsetMs = -HOURS_AGO_MS;
seed(deals ?? 0, notesOfEach ?? 0);
fake.server.clock.offsetMs = 0;
console.log(fake.url);
process.on('disconnect', () => process.exit());
process.on('SIGTERM', () => process.exit());

function seed(deals: number, notesOfEach: number): void {
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
}

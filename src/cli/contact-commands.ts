import { acrossTeams } from '../db/transaction.ts';
import { eraseContact } from '../features/technical-contact/erase-contact.ts';
import { asOperator } from '../operation/system-call.ts';
import { emailInput } from '../shared/schema/email.ts';
import { command } from './command.ts';
import { optional, optionalId, required } from './flags.ts';

export const contactList = command({
  name: 'contact list',
  reads: true,
  summary: 'the technical contacts of teams',
  result: '{contacts: [{tenant_id, email, lang, set_at, confirmed_at}, …]}',
  flags: {
    team: optionalId('ID', 'the id of a team (default all teams)'),
    email: optional('E', 'an e-mail address (default all)', emailInput),
  },
  notes: ['Without confirmed_at, the address gets nothing but the mail that asks it.'],
  async run({ pool }, { team, email }) {
    const contacts = await acrossTeams(pool, (prisma) =>
      prisma.technicalContact.findMany({
        where: { email: email ?? { not: null }, ...(team ? { tenant_id: team } : {}) },
        select: { tenant_id: true, email: true, lang: true, set_at: true, confirmed_at: true },
        orderBy: { tenant_id: 'asc' },
      }),
    );
    return { contacts };
  },
});

export const contactErase = command({
  name: 'contact erase',
  summary: 'erase an address that is a technical contact, in all teams',
  result: '{erased}: in how many teams',
  flags: { email: required('E', 'an e-mail address', emailInput) },
  notes: [
    'It erases the address, its links and the mails to it. A person can do the same with the link in each mail.',
    'A member of a team with this address stays: the owner of the team erases members.',
  ],
  async run({ pool, now }, { email }) {
    const found = await acrossTeams(pool, (prisma) =>
      prisma.technicalContact.findMany({ where: { email }, select: { tenant_id: true } }),
    );
    let erased = 0;
    for (const { tenant_id } of found) {
      const isErased = await asOperator(pool, tenant_id, now, (call) =>
        eraseContact(call, { email }, { action: 'erased' }),
      );
      if (isErased) erased += 1;
    }
    return { erased };
  },
});

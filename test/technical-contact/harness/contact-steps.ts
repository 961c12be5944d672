import { beforeAll } from 'vitest';
import type { TestApi } from '../../harness/api.ts';
import { Browser, codeOf, makeSession } from '../../harness/app.ts';
import { makeTeam, type TestTeam } from '../../harness/team.ts';
import { mailedToken, mailsTo, runMails } from '../../mail/harness/mails.ts';

/** What an admin of a team, its technical contact and a worker do. */
export function contactSteps(api: () => TestApi) {
  let team: TestTeam;
  let admin: Browser;
  let made = 0;

  /** A team that has asked nobody yet. */
  async function newTeam(): Promise<void> {
    team = await makeTeam(api());
    await signIn();
  }

  async function signIn(): Promise<void> {
    admin = await makeSession(team, await team.addMember({ role: 'admin' }));
  }

  beforeAll(newTeam);

  /** Lets time pass, and the admin sign in anew. */
  async function pass(ms: number): Promise<void> {
    api().clock.travel(ms);
    await signIn();
  }

  const newAddress = () => `ops-${++made}@agency.example`;
  const read = (by = admin) => by.app.technicalContact.get.query({});

  async function set(email: string, by = admin, lang: 'de' | 'en' = 'de') {
    // Entries of the audit log sort by their time.
    api().clock.travel(1);
    const { version } = await read(by);
    await by.app.technicalContact.set.mutate({ version, email, lang });
    return read(by);
  }

  async function requested(email = newAddress()): Promise<{ email: string; token: string }> {
    await set(email);
    return { email, token: await mailedToken(api(), email) };
  }

  /** A reader of a mail without an account. */
  const reader = () => new Browser(api()).app.technicalContact;

  return {
    newTeam,
    pass,
    newAddress,
    read,
    set,
    asked: requested,
    confirm: (token: string) => codeOf(reader().confirm.mutate({ token })),
    stop: (token: string) => codeOf(reader().stop.mutate({ token })),
    async mailsOf(email: string) {
      await runMails(api());
      return mailsTo(api(), email);
    },
    get team() {
      return team;
    },
    get admin() {
      return admin;
    },
  };
}

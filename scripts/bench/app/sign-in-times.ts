import { randomBytes } from 'node:crypto';
import { type AppSite, PASSWORD, trySignIn } from './site.ts';

const kinds = ['wrong password', 'unknown address', 'locked account'] as const;
type Kind = (typeof kinds)[number];
/** A mean in milliseconds. In 19 of 20 cases it is wrong by at most `offBy`. */
type Mean = { mean: number; offBy: number };

/**
 * The time of a refused sign-in of each kind, in changing order, and how much longer each takes than a wrong password.
 * Each attempt comes from a new address.
 */
export async function measureSignInTimes(
  { server, sql, owners }: AppSite,
  tries: number,
): Promise<Record<Kind, { time: Mean; longer: Mean }>> {
  const [locked = '', ...others] = owners;
  const times: Record<Kind, number[]> = {
    'wrong password': [],
    'unknown address': [],
    'locked account': [],
  };
  for (let n = -3; n < tries; n++) {
    await sql.query(`delete from sign_in_throttle`);
    await lock(sql, locked);
    const emails: Record<Kind, string> = {
      'wrong password': others[(n + 3) % others.length] ?? '',
      'unknown address': `${randomBytes(8).toString('hex')}@example.com`,
      'locked account': locked,
    };
    for (let i = 0; i < kinds.length; i++) {
      const kind = kinds[(n + 3 + i) % kinds.length] ?? 'wrong password';
      // The right password is refused too, because the account is locked.
      const password = kind === 'locked account' ? PASSWORD : 'wrong';
      const { status, ms } = await trySignIn(server, emails[kind], password);
      if (status !== 401) throw new Error(`${kind}: ${status}`);
      // The first sign-ins only warm up.
      if (n >= 0) times[kind].push(ms);
    }
  }
  const summary = (kind: Kind) => ({
    time: meanOf(times[kind]),
    longer: meanOf(times[kind].map((ms, n) => ms - (times['wrong password'][n] ?? 0))),
  });
  return {
    'wrong password': summary('wrong password'),
    'unknown address': summary('unknown address'),
    'locked account': summary('locked account'),
  };
}

/** Uses up the attempts that the account allows to unknown devices. */
async function lock(sql: AppSite['sql'], email: string): Promise<void> {
  await sql.query(
    `insert into sign_in_throttle (subject, started_at, failures)
     values ('account:' || translate(rtrim(encode(sha256($1::text::bytea), 'base64'), '='), '+/', '-_'),
       now(), 1000)`,
    [email],
  );
}

function meanOf(values: number[]): Mean {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / (values.length - 1));
  return { mean, offBy: (1.96 * deviation) / Math.sqrt(values.length) };
}

import type { Prisma, PrismaClient } from '../generated/client.ts';
import type { PrismaLoan } from './prisma-loan.ts';
import { methods, TenantArguments } from './tenant-arguments.ts';

type Delegates = { readonly [M in Uncapitalize<Prisma.ModelName>]: PrismaClient[M] };

/**
 * Prisma's models for an operation, bound to one team. A call that does not name this tenant is
 * refused before it runs. There is no raw SQL (use `call.db`) and no inner transaction.
 */
export type TeamPrisma = Delegates;
/** The same models for work across teams, such as housekeeping. */
export type AllTeamsPrisma = Delegates;

export function teamPrisma(loan: PrismaLoan, tenantId: string, signal?: AbortSignal): TeamPrisma {
  if (!tenantId) throw new Error('A team handle needs a tenant');
  const tenant = new TenantArguments(tenantId);
  return delegates(loan, (model, method, args) => {
    signal?.throwIfAborted();
    tenant.check(model, method, args);
  });
}

export function prismaAcrossTeams(loan: PrismaLoan): AllTeamsPrisma {
  return delegates(loan, () => undefined);
}

type Loan = Pick<PrismaLoan, 'run'>;
type Check = (model: string, method: string, args: unknown) => void;
type Method = (args: unknown) => Promise<unknown>;

/** `check` runs before each call, and throws if the handle does not allow it. */
export function delegates(loan: Loan, check: Check): Delegates {
  const models = new Map<string, Record<string, Method>>();
  return new Proxy({} as Delegates, {
    get(_, name) {
      // JavaScript itself looks up `then` and `toJSON`.
      if (typeof name === 'symbol' || name === 'then' || name === 'toJSON') return undefined;
      const cached = models.get(name) ?? delegate(loan, check, name);
      models.set(name, cached);
      return cached;
    },
  });
}

function delegate(loan: Loan, check: Check, key: string): Record<string, Method> {
  if (!/^[a-z]/.test(key)) throw new Error(`Prisma's ${key} is not for operations`);
  const model = key.charAt(0).toUpperCase() + key.slice(1);
  const run = (method: string) => (args: unknown) =>
    loan.run(async (client) => {
      check(model, method, args);
      const models = client as unknown as Record<string, Record<string, Method>>;
      return models[key]?.[method]?.(args);
    });
  return Object.fromEntries(methods.map((method) => [method, run(method)]));
}

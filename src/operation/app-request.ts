import { TRPCError } from '@trpc/server';
import type { z } from 'zod';
import type { PersonalObject } from '../auth/privacy.ts';
import type { Right } from '../auth/rights.ts';
import type { Language } from '../shared/language/language.ts';
import type { Asking, CommandLineCall, ServiceCall, TeamVisit, Visit } from './call.ts';

/** What a procedure requires of its caller, and what the procedure will do. */
export type CalledProcedure = {
  path: string;
  type: 'query' | 'mutation' | 'subscription';
  right: Right;
  /** The procedure is refused while `member_detail_enabled` is off (D84). */
  needsMemberDetail: boolean;
  /** The field of the input that contains the URL. The operation will check this URL (D152). */
  target: string | undefined;
  /** The service sends something because of the procedure. */
  sends: boolean;
  /** What the caller has sent, before it is checked. */
  input: () => Promise<unknown>;
  /** The personal fields of the answer. A repeated answer hides those that the switches hide now (D96). */
  personal: PersonalObject | undefined;
  /** Asks another service before the transaction begins. The procedure gets the result. */
  ask?: (asking: Asking) => Promise<unknown>;
};

/** The result of a procedure in tRPC: its answer, or its failure. */
export type ProcedureEnd = { ok: boolean; data?: unknown; error?: unknown };

/**
 * A request of the app. It may call several procedures, and each of them begins with one of these methods.
 */
export type AppRequest = {
  requestId: string;
  language: Language;
  /** Runs `work` on the person's team. A mutation runs in a transaction, and a failure rolls it back. */
  inTeam<R extends ProcedureEnd>(
    procedure: CalledProcedure,
    work: (call: TeamVisit, answer: unknown) => Promise<R>,
  ): Promise<R>;
  /** Runs `work`, which is a mutation, on the team that the product's own backend names. */
  asService<R extends ProcedureEnd>(
    procedure: CalledProcedure,
    work: (call: ServiceCall) => Promise<R>,
  ): Promise<R>;
  /** Runs `work` on the team of the token of a command line. */
  byCommandLine<R extends ProcedureEnd>(
    procedure: CalledProcedure,
    work: (call: CommandLineCall) => Promise<R>,
  ): Promise<R>;
  /** Runs `work` without a team. */
  visit<R extends ProcedureEnd>(
    procedure: CalledProcedure,
    work: (visit: Visit) => Promise<R>,
  ): Promise<R>;
};

/**
 * Takes out of an input what only the app sends, such as the version of an edit. The schema of the input is that of
 * REST, and does not contain it.
 */
export function takeInApp<T extends z.ZodObject>(
  input: unknown,
  schema: T,
): { inApp: z.output<T>; getRawInput: () => Promise<unknown> } {
  const parsed = schema.strip().safeParse(input);
  if (!parsed.success) throw new TRPCError({ code: 'BAD_REQUEST', cause: parsed.error });
  const rest = Object.entries(input ?? {}).filter(([name]) => !Object.hasOwn(schema.shape, name));
  const forRest = Object.fromEntries(rest);
  return { inApp: parsed.data as z.output<T>, getRawInput: async () => forRest };
}

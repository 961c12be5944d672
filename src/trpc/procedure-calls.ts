import type { LoadedSession } from '../auth/session.ts';
import type { Loaded } from '../auth/session-loads.ts';
import type { AppRequest, CalledProcedure, ProcedureEnd } from '../operation/app-request.ts';
import type { CommandLineCall, ServiceCall, TeamVisit, Visit } from '../operation/call.ts';
import { publicError } from '../operation/error-shape.ts';
import { requireInTime } from '../operation/time-limit.ts';
import { ApiError } from '../shared/errors/errors.ts';
import { JsonText, jsonOf } from '../shared/json/json-text.ts';
import type { Language } from '../shared/language/language.ts';
import { countOverload } from '../shared/load/overload.ts';
import { shareOf } from '../shared/load/share-holder.ts';
import type { Logger } from '../shared/process/log.ts';
import { note, span, traceId } from '../tracing/span.ts';
import { callAsService } from './call-as-service.ts';
import { callByCommandLine } from './call-by-command-line.ts';
import { callInTeam } from './call-in-team.ts';
import type { AppDeps, Caller } from './caller.ts';
import type { ProcedureContext } from './procedure-context.ts';
import { visitPeople } from './visit-people.ts';

/** One HTTP request of the app. The procedures of a batch share the session and the time. */
export class ProcedureCalls implements AppRequest {
  readonly #deps: AppDeps;
  readonly #caller: Caller;
  #loaded: Promise<Loaded> | undefined;
  /**
   * Settles when the earlier mutations of this request have ended. Any of these may end the session, give it
   * a fresh proof or change its rights.
   */
  #before: Promise<unknown> = Promise.resolve();
  readonly #procedures: number;

  /** `procedures` is the number of procedures that the request calls. */
  constructor(deps: AppDeps, caller: Caller, procedures: number) {
    this.#deps = deps;
    this.#caller = caller;
    this.#procedures = procedures;
    const { loaded } = caller.arrival;
    if (loaded) this.#loaded = Promise.resolve(loaded);
  }

  get requestId(): string {
    return this.#caller.requestId;
  }

  get language(): Language {
    return this.#caller.language;
  }

  visit<R extends ProcedureEnd>(
    procedure: CalledProcedure,
    work: (visit: Visit) => Promise<R>,
  ): Promise<R> {
    return this.#traced(procedure, (context) => visitPeople(context, work));
  }

  inTeam<R extends ProcedureEnd>(
    procedure: CalledProcedure,
    work: (call: TeamVisit, answer: unknown) => Promise<R>,
  ): Promise<R> {
    return this.#traced(procedure, (context) => callInTeam(context, work));
  }

  asService<R extends ProcedureEnd>(
    procedure: CalledProcedure,
    work: (call: ServiceCall) => Promise<R>,
  ): Promise<R> {
    return this.#traced(procedure, (context) => callAsService(context, work));
  }

  byCommandLine<R extends ProcedureEnd>(
    procedure: CalledProcedure,
    work: (call: CommandLineCall) => Promise<R>,
  ): Promise<R> {
    return this.#traced(procedure, (context) => callByCommandLine(context, work));
  }

  /** Runs a procedure in a span of its own. */
  #traced<R extends ProcedureEnd>(
    procedure: CalledProcedure,
    work: (context: ProcedureContext) => Promise<R>,
  ): Promise<R> {
    const attributes = { 'rpc.system': 'trpc', 'rpc.method': procedure.path };
    return span({ name: procedure.path, attributes }, () => this.#run(procedure, work));
  }

  /** Logs one line for each procedure, without data that the person sent. */
  async #run<R extends ProcedureEnd>(
    procedure: CalledProcedure,
    work: (context: ProcedureContext) => Promise<R>,
  ): Promise<R> {
    const startedAt = performance.now();
    let tenantId: string | undefined;
    const record = (failure?: unknown) => {
      note({ 'team_api.tenant_id': tenantId });
      logProcedure(this.#deps.log, {
        procedure,
        caller: this.#caller,
        startedAt,
        tenantId,
        failure,
      });
    };
    const begin = async () => {
      if (this.#caller.idempotencyKey !== undefined && this.#procedures > 1) {
        const detail = 'An Idempotency-Key is for a request that calls one procedure.';
        throw new ApiError('bad_request', { detail });
      }
      const loaded = await this.#load();
      const actor = loaded.session?.actor ?? this.#caller.arrival.commandLine;
      tenantId = actor?.tenantId;
      requireInTime(this.#caller);
      const person = loaded.session?.personId ?? actor?.personId;
      this.#caller.answer.readBy({ person, team: actor && shareOf(actor) });
      this.#caller.answer.requireRoom();
      const noteTeam = (id: string) => {
        tenantId = id;
      };
      return work({ deps: this.#deps, caller: this.#caller, procedure, loaded, noteTeam });
    };
    const run = procedure.type === 'query' ? begin() : this.#afterOthers(begin);
    try {
      const result = await this.#written(
        await Promise.race([run, this.#caller.limit.promise]),
        kindOf(procedure),
      );
      record(result.ok ? undefined : result.error);
      return result;
    } catch (error) {
      record(error);
      throw error;
    }
  }

  /** Turns the result into the text that is sent, so that its bytes are known. */
  async #written<R extends ProcedureEnd>(result: R, type: 'query' | 'mutation'): Promise<R> {
    const { ok, data } = result;
    if (!ok) return result;
    const text = data instanceof JsonText ? await data.withVersions() : await jsonOf(data ?? null);
    this.#caller.answer.add(text.length, type);
    return { ...result, data: new JsonText(text) };
  }

  /** Runs a mutation after the earlier mutations of this request, with the session that they have left. */
  #afterOthers<R>(begin: () => Promise<R>): Promise<R> {
    const run = this.#before.then(begin).finally(() => {
      this.#loaded = undefined;
    });
    this.#before = run.catch(() => undefined);
    return run;
  }

  /** Finds the session and the time of the request. The call was counted when the request arrived. */
  async #load(): Promise<LoadedSession> {
    const { cookies, ip, userAgent, arrival } = this.#caller;
    if (arrival.failure !== undefined) throw arrival.failure;
    const { commandLine } = arrival;
    if (commandLine) return { now: commandLine.now, session: null };
    const credentials = { token: cookies.session, ip, userAgent };
    this.#loaded ??= this.#deps.callers.loadUncounted(credentials);
    const loaded = await this.#loaded;
    if (loaded.newToken !== undefined && cookies.session === credentials.token)
      cookies.keepSession(loaded.newToken);
    return loaded;
  }
}

type Ended = {
  procedure: Pick<CalledProcedure, 'path' | 'type'>;
  caller: { requestId: string; isService: boolean; commandLine: string | null };
  startedAt: number;
  tenantId: string | undefined;
  failure: unknown;
};

const kindOf = ({ type }: CalledProcedure) => (type === 'query' ? 'query' : 'mutation');

/** Writes one log line for a procedure. A failure that is not the caller's fault gets a second line. */
function logProcedure(log: Logger, ended: Ended): void {
  const { procedure, caller, startedAt, tenantId, failure } = ended;
  const ids = { request_id: caller.requestId, trace_id: traceId() };
  const problem = failure === undefined ? undefined : publicError(failure);
  const err = problem?.cause;
  countOverload(err);
  if (problem?.code === 'internal') log.error({ err, ...ids }, 'internal');
  else if (problem?.code === 'unavailable' && err) log.warn({ err, ...ids }, 'unavailable');
  log.info(
    {
      ...ids,
      procedure: procedure.path,
      type: procedure.type,
      code: problem?.code ?? 'ok',
      ...(caller.isService ? { caller: 'service' } : {}),
      ...(caller.commandLine ? { caller: 'command_line' } : {}),
      ms: Math.round(performance.now() - startedAt),
      tenant_id: tenantId,
    },
    'procedure',
  );
}

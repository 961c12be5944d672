import type { CalledProcedure } from '../operation/app-request.ts';
import { publicError } from '../operation/error-shape.ts';
import type { Logger } from '../shared/log.ts';
import { countOverload } from '../shared/overload.ts';
import { traceId } from '../tracing/span.ts';

type Ended = {
  procedure: Pick<CalledProcedure, 'path' | 'type'>;
  caller: { requestId: string; isService: boolean; commandLine: string | null };
  startedAt: number;
  tenantId: string | undefined;
  failure: unknown;
};

/** Writes one log line for a procedure. A failure that is not the caller's fault gets a second line. */
export function logProcedure(log: Logger, ended: Ended): void {
  const { procedure, caller, startedAt, tenantId, failure } = ended;
  const ids = { request_id: caller.requestId, trace_id: traceId() };
  const shown = failure === undefined ? undefined : publicError(failure);
  const err = shown?.cause;
  countOverload(err);
  if (shown?.code === 'internal') log.error({ err, ...ids }, 'internal');
  else if (shown?.code === 'unavailable' && err) log.warn({ err, ...ids }, 'unavailable');
  log.info(
    {
      ...ids,
      procedure: procedure.path,
      type: procedure.type,
      code: shown?.code ?? 'ok',
      ...(caller.isService ? { caller: 'service' } : {}),
      ...(caller.commandLine ? { caller: 'command_line' } : {}),
      ms: Math.round(performance.now() - startedAt),
      tenant_id: tenantId,
    },
    'procedure',
  );
}

import type { CalledProcedure } from '../operation/app-request.ts';
import { knownError } from '../operation/error-shape.ts';
import type { Logger } from '../shared/log.ts';
import { countOverload } from '../shared/overload.ts';

type Ended = {
  asked: Pick<CalledProcedure, 'path' | 'type'>;
  caller: { requestId: string; isService: boolean; commandLine: string | null };
  startedAt: number;
  tenantId: string | undefined;
  failure: unknown;
};

/** Writes one log line for a procedure. A failure that is not the caller's fault gets a second line. */
export function logProcedure(log: Logger, ended: Ended): void {
  const { asked, caller, startedAt, tenantId, failure } = ended;
  const request_id = caller.requestId;
  const known = failure === undefined ? undefined : knownError(failure);
  const err = known?.cause;
  countOverload(err);
  if (known?.code === 'internal') log.error({ err, request_id }, 'internal');
  else if (known?.code === 'unavailable' && err) log.warn({ err, request_id }, 'unavailable');
  log.info(
    {
      request_id,
      procedure: asked.path,
      type: asked.type,
      code: known?.code ?? 'ok',
      ...(caller.isService ? { caller: 'service' } : {}),
      ...(caller.commandLine ? { caller: 'command_line' } : {}),
      ms: Math.round(performance.now() - startedAt),
      tenant_id: tenantId,
    },
    'procedure',
  );
}

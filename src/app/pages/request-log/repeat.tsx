import type { LoggedRequest } from '../../../features/request-log/request-log.schema.ts';
import type { Language } from '../../../shared/language/language.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { restCommand } from '../../text/rest-command.ts';
import { useActions } from '../../ui/open-actions.ts';
import { RestLine } from '../../ui/rest-line.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ruleOf } from './field-rules.ts';
import { type Operation, useOperation } from './operation.ts';
import { refusalTexts } from './refusal-texts.ts';

const withBody = new Set(['POST', 'PATCH', 'PUT']);

/**
 * A command that repeats the request, or shows a valid one. If a field was refused, the command has a valid value there.
 * Who was refused needs an example. An accepted request had a body of its own, and that is not stored.
 */
export function Repeat({ line }: { line: LoggedRequest }) {
  const t = useTexts(refusalTexts);
  const language = useLanguage();
  const { method, route, why } = line;
  const isCorrected = (why?.fields?.length ?? 0) > 0;
  const hasBody = withBody.has(method);
  const operation = useOperation(method, route, hasBody || isCorrected);
  const isLoading = operation === undefined && (hasBody || isCorrected);
  // The log has no body, so a command with one is never the person's own request.
  const isExample = hasBody && (isLoading || operation?.body !== undefined);
  const command = restCommand(requestFor(line, { operation: operation ?? null, language }));
  const isOffered = line.code !== null || !isExample;
  useActions(isOffered ? line.request_id : undefined, [
    { label: t.copyCommand, icon: 'copy', copies: command },
  ]);
  if (!isOffered) return null;
  return (
    <section className="grid grid-cols-1 gap-2">
      <h3 className="font-medium">
        {isExample ? t.example : isCorrected ? t.corrected : t.repeat}
      </h3>
      <p className="text-sm text-soft">{isExample ? t.exampleMore : t.repeatMore}</p>
      {isLoading ? <Skeleton className="h-20 w-full" /> : <RestLine text={command} />}
    </section>
  );
}

type About = { operation: Operation | null; language: Language };

/** The log has neither the body nor the query of the request. */
function requestFor({ method, path, why }: LoggedRequest, { operation, language }: About) {
  const params = new URLSearchParams();
  for (const field of why?.fields ?? []) {
    const { name, place, example } = ruleOf(field, operation, language);
    if (place === 'query' && example !== undefined) params.set(name, example);
  }
  const query = params.size > 0 ? `?${params}` : '';
  const body = withBody.has(method) ? { body: (operation?.body?.example ?? {}) as object } : {};
  return { method, path: `${path}${query}`, ...body, isLong: true };
}

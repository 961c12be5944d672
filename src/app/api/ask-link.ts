import type { TRPCLink } from '@trpc/client';
import { observable, type Unsubscribable } from '@trpc/server/observable';
import type { AppRouter } from '../../features/router.ts';
import { codeOf } from './failure.ts';
import { ask, type QuestionKind } from './questions.ts';

/**
 * If the server refuses a call because it needs a new proof or a new sign-in, asks the person and repeats the call. For
 * the page, the call only takes longer, so a form keeps its content.
 */
export const askLink: TRPCLink<AppRouter> = () => (call) =>
  observable((observer) => {
    let isOver = false;
    let running: Unsubscribable | undefined;
    const attempt = () => {
      running = call.next(call.op).subscribe({
        next: (value) => observer.next(value),
        complete: () => observer.complete(),
        error: (error) => {
          const kind = questionOf(error, call.op.path);
          if (!kind) {
            observer.error(error);
            return;
          }
          void ask(kind).then((answer) => {
            if (isOver) return;
            if (answer) attempt();
            else observer.error(error);
          });
        },
      });
    };
    attempt();
    return () => {
      isOver = true;
      running?.unsubscribe();
    };
  });

/** Calls of the dialogs that ask. They must not open a further dialog. */
const ownCalls = new Set([
  'session.signIn',
  'session.signInWithPasskey',
  'session.passkeyChallenge',
]);

function questionOf(error: unknown, path: string): QuestionKind | undefined {
  if (ownCalls.has(path)) return undefined;
  const code = codeOf(error);
  if (code === 'fresh_proof_required') return 'proof';
  return code === 'not_signed_in' ? 'sign_in' : undefined;
}

/**
 * How long a fast shutdown (SIGINT) may take. It rolls back open transactions. During a recovery, after a
 * process of PostgreSQL was killed, it may never end. Then an immediate shutdown (SIGQUIT) follows. It loses
 * no commit, because the next start recovers them.
 */
const FAST_LIMIT_S = 4;

/** Stops a PostgreSQL, and waits until it has ended. */
export async function shutDown(
  send: (signal: NodeJS.Signals) => void,
  ended: Promise<void>,
): Promise<void> {
  send('SIGINT');
  const late = setTimeout(() => send('SIGQUIT'), FAST_LIMIT_S * 1_000);
  await ended.finally(() => clearTimeout(late));
}

/**
 * A shell that starts a watcher and then becomes PostgreSQL. The watcher reads a pipe from us. When
 * we end, even by a crash, the pipe closes and the watcher stops PostgreSQL as above. Signals to
 * the whole group, as supervisors send them, do not end the watcher. It is not a child of PostgreSQL,
 * because PostgreSQL would treat the end of an unknown child by a signal as a crash. The watcher
 * closes the lock's file (4), so that only PostgreSQL holds it.
 */
export const START_WATCHED = `
( {
  trap '' TERM INT HUP QUIT
  read -r ended <&3 && exit
  kill -INT $$
  for second in ${'1 '.repeat(FAST_LIMIT_S).trim()}; do sleep 1; kill -0 $$ || exit; done
  kill -QUIT $$
} >/dev/null 2>&1 4<&- & )
exec "$@" 3<&-`;

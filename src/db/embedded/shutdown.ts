/**
 * A fast shutdown (SIGINT) rolls back what is open. One that meets a recovery, after a process of
 * PostgreSQL was killed, may never end. After this long an immediate shutdown (SIGQUIT) follows: it
 * loses nothing that was committed either, the next start recovers it.
 */
const PATIENCE_S = 4;

/** Ends a PostgreSQL, and waits until it has ended. */
export async function shutDown(
  send: (signal: NodeJS.Signals) => void,
  ended: Promise<void>,
): Promise<void> {
  send('SIGINT');
  const late = setTimeout(() => send('SIGQUIT'), PATIENCE_S * 1_000);
  await ended.finally(() => clearTimeout(late));
}

/**
 * A shell that becomes PostgreSQL, and leaves behind a watcher that holds the other end of a pipe to
 * us: when we end, however that happens, the pipe closes and the watcher shuts PostgreSQL down as
 * above. Signals to the whole group, as supervisors send them, do not end it. It is no child of
 * PostgreSQL, which would take the end of an unknown child by a signal for a crash. It leaves the
 * lock (4) to PostgreSQL.
 */
export const START_WATCHED = `
( {
  trap '' TERM INT HUP QUIT
  read -r ended <&3 && exit
  kill -INT $$
  for second in ${'1 '.repeat(PATIENCE_S).trim()}; do sleep 1; kill -0 $$ || exit; done
  kill -QUIT $$
} >/dev/null 2>&1 4<&- & )
exec "$@" 3<&-`;

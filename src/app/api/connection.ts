import { client, queryClient, reload } from './client.ts';
import { lossOf } from './lost-answer.ts';
import { createStore } from './store.ts';

/** While the server is away, the page looks this often whether it is back. */
const PROBE_MS = 5_000;

export type Connection = {
  isLost: boolean;
  /** When the server has last answered a question of the page. What the page shows is as old. */
  heardAt: number | null;
};

const connection = createStore<Connection>({ isLost: false, heardAt: null });
let timer: ReturnType<typeof setTimeout> | undefined;

/** Whether the server is there. A page full of data that nobody could read again would look alive. */
export function useConnection(): Connection {
  return connection.useValue();
}

/** Asks the server whether it is there. If so, the page reads its data again. */
export async function probe(): Promise<void> {
  clearTimeout(timer);
  try {
    await client.session.current.query({});
  } catch (error) {
    if (isAway(error)) return lost();
  }
  // Any answer of the server, also a refusal, shows that it is there.
  heard();
  await reload();
}

const isAway = (error: unknown) => ['offline', 'late', 'unavailable'].includes(lossOf(error) ?? '');

function lost(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void probeIfSeen(), PROBE_MS);
  if (!connection.get().isLost) connection.set({ ...connection.get(), isLost: true });
}

/** Nobody reads a hidden page. It asks again when it is seen. */
function probeIfSeen(): void {
  if (connection.get().isLost && document.visibilityState === 'visible') void probe();
}

function heard(): void {
  clearTimeout(timer);
  const heardAt = Date.now();
  // The time alone is no reason to draw again.
  if (connection.get().isLost) connection.set({ isLost: false, heardAt });
  else connection.get().heardAt = heardAt;
}

queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated') return;
  const { action } = event;
  if (action.type === 'success' && !action.manual) heard();
  if (action.type === 'error' && isAway(action.error)) lost();
});
addEventListener('offline', lost);
addEventListener('online', probeIfSeen);
document.addEventListener('visibilitychange', probeIfSeen);

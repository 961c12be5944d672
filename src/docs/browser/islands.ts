/** Parts of pages with scripts. Their code is loaded on pages that have a place for them. */
type Island = { start(place: HTMLElement): void };

const islands: Record<string, () => Promise<Island>> = {
  verify: () => import('./verify-island.ts'),
  sender: () => import('./sender-island.ts'),
  missing: () => import('./missing-island.ts'),
};

export function startIslands(): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-island]')) {
    // A folded part is loaded when it is opened.
    if (!(place instanceof HTMLDetailsElement) || place.open) load(place);
    else place.addEventListener('toggle', () => load(place), { once: true });
  }
}

function load(place: HTMLElement): void {
  islands[place.dataset.island ?? '']?.().then(
    (island) => island.start(place),
    // The network is gone, or the site was built again. The text in the place says so.
    () => {
      const line = place.querySelector<HTMLElement>('[data-loading]');
      if (line) line.textContent = line.dataset.failed ?? '';
    },
  );
}

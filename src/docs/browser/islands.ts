/** The parts of pages that are loaded when a page has a place for them. */
type Island = { start(place: HTMLElement): void };

const islands: Record<string, () => Promise<Island>> = {
  verify: () => import('./verify-island.ts'),
};

export function startIslands(): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-island]')) {
    void islands[place.dataset.island ?? '']?.().then((island) => island.start(place));
  }
}

import { isSandboxKey, keepSample, keptKey, takeSample } from '../../app/ui/kept-in-tab.ts';

/** Parts of pages with scripts. Their code is loaded on pages that have a place for them. */
type Island = { start(place: HTMLElement): unknown };

const islands: Record<string, () => Promise<Island>> = {
  verify: () => import('./verify-island.ts'),
  sender: () => import('./sender-island.ts'),
  missing: () => import('./missing-island.ts'),
};

const loading = new Map<HTMLElement, Promise<unknown>>();

export function startIslands(): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-island]')) {
    // A folded part is loaded when it is opened.
    if (!(place instanceof HTMLDetailsElement) || place.open) void load(place);
    else place.addEventListener('toggle', () => void load(place), { once: true });
  }
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-run]')];
  for (const [index, button] of buttons.entries()) {
    button.addEventListener('click', () => {
      const { run: target, body } = button.dataset;
      // A sample of a guide asks nothing before it changes something, so it does that in a sandbox alone.
      const hasKey = body ? isSandboxKey(keptKey()) : keptKey() !== '';
      if (!hasKey) keepSample(index);
      void (target ? runSample(button, hasKey) : run());
    });
  }
  fillSamples();
  const waiting = takeSample();
  void showKey(buttons[waiting ?? 0]);
  if (waiting !== undefined && isSandboxKey(keptKey())) buttons[waiting]?.click();
  // The tab has got its key on another page, and the reader comes back to this one.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    fillSamples();
    void showKey(buttons[0]);
  });
}

/** Fills in the ids of the tab's sandbox, when a sample with ids comes into view. */
function fillSamples(): void {
  if (!isSandboxKey(keptKey())) return;
  const views = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      views.unobserve(target);
      void fillSample(target as HTMLElement);
    }
  });
  for (const sample of document.querySelectorAll('[data-own-ids]')) views.observe(sample);
}

/** Without the network, the sample keeps its examples. */
async function fillSample(sample: HTMLElement): Promise<void> {
  const ids = await import('./own-ids.ts').catch(() => undefined);
  await ids?.fillSample(sample);
}

/** The sample of a guide names its request: it needs no form. */
async function runSample(button: HTMLElement, hasKey: boolean): Promise<void> {
  const sample = await import('./run-sample.ts');
  await sample.run(button, hasKey);
}

/** Says at the sample that the tab has a key of a sandbox, or no longer says so. */
async function showKey(button: HTMLElement | undefined): Promise<void> {
  if (!button || !(isSandboxKey(keptKey()) || document.querySelector('.tab-key'))) return;
  const tabKey = await import('./tab-key.ts').catch(() => undefined);
  tabKey?.showKey(button);
}

/** Sends what the folded form of the request has. Its code shows the answer at the sample. */
async function run(): Promise<void> {
  const place = document.querySelector<HTMLElement>('.sender');
  if (!place) return;
  await load(place);
  place.dispatchEvent(new Event('run'));
  // Its code was not loaded. It says so in the form.
  const failed = place.querySelector('[data-loading]')?.textContent;
  if (failed) document.querySelector('.aside [data-outcome]')?.replaceChildren(failed);
}

function load(place: HTMLElement): Promise<unknown> {
  const known = loading.get(place);
  if (known) return known;
  const started = islands[place.dataset.island ?? '']?.().then(
    (island) => island.start(place),
    // The network is gone, or the site was built again. The text in the place says so.
    () => {
      const line = place.querySelector<HTMLElement>('[data-loading]');
      if (line) line.textContent = line.dataset.failed ?? '';
    },
  );
  const done = started ?? Promise.resolve();
  loading.set(place, done);
  return done;
}

import { element } from './element.ts';

/** The buttons that copy a block of code, or the page as Markdown. */
export function watchCopies(): void {
  addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-copy], [data-copy-page]');
    if (button) void copyFor(button);
  });
}

async function copyFor(button: HTMLElement): Promise<void> {
  const { copied = '', failed = '' } = button.dataset;
  try {
    await write(await textFor(button));
    tell(button, copied);
  } catch {
    tell(button, failed);
  }
}

async function textFor(button: HTMLElement): Promise<string> {
  const address = button.dataset.copyPage;
  if (address !== undefined) return (await fetch(address)).text();
  return button.closest('figure')?.querySelector('code')?.textContent ?? '';
}

async function write(text: string): Promise<void> {
  // Scripts may write to the clipboard only on HTTPS and localhost. Elsewhere the browser copies what is selected.
  if ('clipboard' in navigator) return navigator.clipboard.writeText(text);
  const area = element('textarea', { class: 'hidden-text' });
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (!isCopied) throw new Error('The browser has copied nothing');
}

/** Shows a message in place of the button's name for two seconds. */
function tell(button: HTMLElement, message: string): void {
  const place = button.querySelector('span') ?? button;
  button.dataset.name ??= place.textContent;
  place.textContent = message;
  setTimeout(() => {
    place.textContent = button.dataset.name ?? '';
  }, 2_000);
}

/** A heading counts as read when it is at most this many pixels below the upper edge. */
const READ_FROM = 200;

/** Marks in the contents the heading that the reader has reached. */
export function followContents(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-contents] a')];
  const parts = links.flatMap((link) => {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return heading ? [{ link, heading }] : [];
  });
  if (parts.length === 0) return;
  let isWaiting = false;
  const highlight = () => {
    isWaiting = false;
    const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
    const isAtEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2;
    const passed = parts.filter(
      ({ heading }) => isAtEnd || heading.getBoundingClientRect().top < READ_FROM,
    );
    const shown = passed.at(-1)?.link;
    for (const { link } of parts) {
      if (link === shown) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
    if (shown) keepInView(shown);
  };
  const later = () => {
    if (!isWaiting) requestAnimationFrame(highlight);
    isWaiting = true;
  };
  addEventListener('scroll', later, { passive: true });
  addEventListener('resize', later, { passive: true });
  highlight();
}

/** Scrolls only the list, if it is longer than the screen. */
function keepInView(link: HTMLElement): void {
  const list = link.closest('nav');
  if (!list) return;
  const inner = link.getBoundingClientRect();
  const outer = list.getBoundingClientRect();
  if (inner.top < outer.top + 40) list.scrollTop -= outer.top + 40 - inner.top;
  if (inner.bottom > outer.bottom - 40) list.scrollTop += inner.bottom - outer.bottom + 40;
}

/** Scrolls a long navigation to the page that is shown. */
export function showPlace(): void {
  const navigation = document.getElementById('navigation');
  const scroll = () => {
    const link = navigation?.querySelector<HTMLElement>('[aria-current=page]');
    if (link) keepInView(link);
  };
  scroll();
  navigation?.addEventListener('toggle', scroll);
}

/** Opens the folded part that contains the target of the address. Some browsers do not. */
export function openTarget(): void {
  const open = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const folded = target?.closest<HTMLDetailsElement>('details.folded, details.sender');
    if (!target || !folded || folded.open) return;
    folded.open = true;
    target.scrollIntoView();
  };
  open();
  addEventListener('hashchange', open);
}

/** Scrolls a navigation that is longer than the window, so that the current page is in its middle. */
export function showInNavigation(): void {
  const navigation = document.querySelector<HTMLElement>('#navigation');
  const shown = navigation?.querySelector<HTMLElement>('[aria-current=page]');
  if (!navigation || !shown) return;
  const [frame, place] = [navigation.getBoundingClientRect(), shown.getBoundingClientRect()];
  if (place.bottom <= frame.bottom) return;
  navigation.scrollTop += place.top - frame.top - frame.height / 2;
}

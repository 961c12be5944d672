/** The layout of the shell, shared by the shell and by what takes its place while it loads. */
export const withSide = 'min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]';
export const sideColumn = 'sticky top-0 hidden h-dvh border-r border-line bg-side lg:block';
export const topBar =
  'sticky top-0 z-30 flex h-12 items-center justify-between border-b border-line bg-ground px-3 lg:hidden';
export const content =
  'mr-auto ml-[var(--left,auto)] grid max-w-6xl gap-6 px-4 py-6 sm:px-8 sm:py-8';

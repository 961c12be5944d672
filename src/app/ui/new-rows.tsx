import { Icon } from './icon.tsx';

type Props = { count: number; label: (count: number) => string; onShow: () => void };

/** Says that there are new rows. They appear after a click, so that nothing moves while a person reads. */
export function NewRows({ count, label, onShow }: Props) {
  return (
    <div
      aria-live="polite"
      className="pointer-events-none sticky top-[calc(var(--top)+0.5rem)] z-10 -mb-3 h-0 text-center roomy:top-[calc(var(--top)+var(--bar)+2.75rem)]"
    >
      {count > 0 ? (
        <button
          className="rise pointer-events-auto inline-flex h-7 items-center gap-1.5 rounded-full bg-accent px-3 text-sm font-medium text-white shadow-lg hover:bg-accent-strong"
          onClick={() => {
            onShow();
            scrollTo({ top: 0 });
          }}
          type="button"
        >
          <Icon name="up" size={14} />
          {label(count)}
        </button>
      ) : null}
    </div>
  );
}

/** Keys, drawn as on a keyboard. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="flex gap-1">
      {keys.map((key) => (
        <kbd
          className="min-w-6 rounded-md border border-line bg-sunk px-1.5 py-0.5 text-center font-mono text-xs"
          key={key}
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}

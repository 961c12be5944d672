// A process of the product loads this file first. It shifts the process's clock by `?ms=`.
const ms = Number(new URL(import.meta.url).searchParams.get('ms'));
const RightDate = Date;

globalThis.Date = class extends RightDate {
  constructor(...args: unknown[]) {
    super(...((args.length === 0 ? [RightDate.now() + ms] : args) as [number]));
  }

  static override now(): number {
    return RightDate.now() + ms;
  }
} as DateConstructor;

import type { Language } from '../../shared/language/language.ts';

const locales: Record<Language, string> = { de: 'de-DE', en: 'en-GB' };

type Make<O, F> = (locale: string, options: O) => F;

/** Keeps formatters: making one takes a hundred times as long as using it, and each row of a table needs several. */
function keep<O, F>(make: Make<O, F>): (language: Language, options: O) => F {
  const made = new Map<string, F>();
  return (language, options) => {
    const key = language + JSON.stringify(options);
    const cached = made.get(key);
    if (cached) return cached;
    const format = make(locales[language], options);
    made.set(key, format);
    return format;
  };
}

export const dateFormat = keep<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(
  (locale, options) => new Intl.DateTimeFormat(locale, options),
);

export const numberFormat = keep<Intl.NumberFormatOptions, Intl.NumberFormat>(
  (locale, options) => new Intl.NumberFormat(locale, options),
);

export const relativeFormat = keep<Intl.RelativeTimeFormatOptions, Intl.RelativeTimeFormat>(
  (locale, options) => new Intl.RelativeTimeFormat(locale, options),
);

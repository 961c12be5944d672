const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  ecirc: 'ê',
  aacute: 'á',
  agrave: 'à',
  acirc: 'â',
  ccedil: 'ç',
  oacute: 'ó',
  uacute: 'ú',
  iacute: 'í',
  ntilde: 'ñ',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  shy: '',
  zwj: '',
  zwnj: '',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  laquo: '«',
  raquo: '»',
  middot: '·',
  bull: '•',
  times: '×',
  deg: '°',
  sect: '§',
  copy: '©',
  reg: '®',
  trade: '™',
  frac12: '½',
};

/** Entities that texts do not normally use stay as they are. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,7}));?/gi,
    (all, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return signNamed(name) ?? signNamed(name.toLowerCase()) ?? all;
      return characterOf(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal));
    },
  );
}

/** A text may ask for any name, also for one that every object inherits, such as `&valueOf;`. */
function signNamed(name: string): string | undefined {
  return Object.hasOwn(named, name) ? named[name] : undefined;
}

function characterOf(code: number): string {
  const isNone = code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) || code < 32;
  return isNone ? ' ' : String.fromCodePoint(code);
}

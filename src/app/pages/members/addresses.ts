import { emailInput } from '../../../shared/schema/email.ts';

export type Addresses = { emails: string[]; wrong: string[] };

/**
 * Reads addresses as people paste them: on lines, with commas or semicolons, or from a mail program
 * as `Lea Vogel <lea@example.com>` or `Vogel, Lea <lea@example.com>`. An address that comes twice counts once.
 */
export function readAddresses(text: string): Addresses {
  const found = text
    .split(/[\n;]+/)
    .flatMap(partsOf)
    .flatMap(addressesIn);
  const emails = new Set<string>();
  const wrong = new Set<string>();
  for (const one of found) {
    const parsed = emailInput.safeParse(one);
    if (parsed.success) emails.add(parsed.data);
    else wrong.add(one);
  }
  return { emails: [...emails], wrong: [...wrong] };
}

/** A comma may be part of a name. So a piece without an @ is no address then. */
function partsOf(line: string): string[] {
  const parts = line.split(',');
  const isNamed = /<[^<>]*@[^<>]*>/.test(line);
  return isNamed ? parts.filter((piece) => piece.includes('@')) : parts;
}

function addressesIn(piece: string): string[] {
  const named = [...piece.matchAll(/<([^<>]*)>/g)].map(([, address = '']) => address.trim());
  const parts = named.length > 0 ? named : piece.trim().split(/\s+/);
  return parts.filter(Boolean);
}

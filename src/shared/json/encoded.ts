import { ownTick } from '../load/long-work.ts';

/** The most characters that are encoded in one turn of the event loop. It takes a few milliseconds. */
const PIECE = 256 * 1024;

/**
 * The text as bytes, encoded in turns. Node would encode a text when it counts its bytes, and again when it sends them,
 * each time in one turn. A short text stays as it is.
 */
export async function encoded(text: string): Promise<string | Buffer> {
  if (text.length <= PIECE) return text;
  const chunks: Buffer[] = [];
  for (let start = 0; start < text.length; ) {
    await ownTick();
    const end = start + PIECE;
    // The two halves of a character stay together.
    const piece = text.slice(start, isFirstHalf(text.charCodeAt(end - 1)) ? end + 1 : end);
    chunks.push(Buffer.from(piece));
    start += piece.length;
  }
  return Buffer.concat(chunks);
}

function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

import { gzipSync } from 'node:zlib';

/** The time that npm gives to all files, so that the same files make the same bytes. */
const MADE_AT = 499_162_500;
const BLOCK = 512;
/** The place of gzip's byte for the operating system. 255 means unknown. */
const GZIP_SYSTEM = 9;

/** A tarball like those of npm: all files lie below `package/`. */
export function npmTarball(files: ReadonlyMap<string, string>): Buffer {
  const parts = [...files].flatMap(([name, text]) => entry(`package/${name}`, Buffer.from(text)));
  const packed = gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), { level: 9 });
  packed[GZIP_SYSTEM] = 255;
  return packed;
}

function entry(name: string, content: Buffer): Buffer[] {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long for a tarball`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, offset: number, size: number) =>
    header.write(`${value.toString(8).padStart(size - 1, '0')}\0`, offset);
  header.write(name, 0);
  octal(0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(content.length, 124, 12);
  octal(MADE_AT, 136, 12);
  // While the checksum is computed, its own field counts as spaces.
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\0' + '00', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  const padding = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK);
  return [header, content, padding];
}

import { crc32 } from 'node:zlib';

/** The time that npm gives to all files, so that the same files make the same bytes. */
const MADE_AT = 499_162_500;
const BLOCK = 512;
/** The most bytes of a stored block of deflate (RFC 1951). */
const MOST_STORED = 65_535;
/** The head of a gzip file (RFC 1952) of unknown time and system. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/** A tarball like those of npm: all files lie below `package/`. */
export function npmTarball(files: ReadonlyMap<string, string>): Buffer {
  const parts = [...files].flatMap(([name, text]) => entry(`package/${name}`, Buffer.from(text)));
  return storedGzip(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]));
}

/** A gzip file without compression, because libraries compress differently from version to version. */
function storedGzip(content: Buffer): Buffer {
  const parts: Buffer[] = [GZIP_HEAD];
  for (let at = 0; at < content.length; at += MOST_STORED) {
    const block = content.subarray(at, at + MOST_STORED);
    const head = Buffer.alloc(5);
    head.writeUInt8(at + MOST_STORED < content.length ? 0 : 1);
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(MOST_STORED - block.length, 3);
    parts.push(head, block);
  }
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc32(content));
  end.writeUInt32LE(content.length, 4);
  return Buffer.concat([...parts, end]);
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

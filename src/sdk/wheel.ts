import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** 1 January 1980, the first day that zip can express, so that the same files make the same bytes. */
const MADE_AT = { time: 0, date: 0x21 };
const UTF8_NAMES = 0x0800;
const ZIP_2_0 = 20;
/** Zip 2.0 on Unix. Unzip programs heed the permissions of a file only then. */
const MADE_BY = (3 << 8) | ZIP_2_0;
const READABLE = 0o100644;

type Packed = { name: Buffer; content: Buffer; at: number };

/** A wheel, which pip installs: the files of a package, and what pip must know of them. */
export function wheel(
  { name, version }: { name: string; version: string },
  files: ReadonlyMap<string, string>,
  { metadata, scripts }: { metadata: string; scripts: string },
): Buffer {
  const info = `${name.replaceAll('-', '_')}-${version}.dist-info`;
  const all = new Map([
    ...files,
    [`${info}/METADATA`, metadata],
    [`${info}/entry_points.txt`, scripts],
    [
      `${info}/WHEEL`,
      'Wheel-Version: 1.0\nGenerator: team-api\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    ],
  ]);
  // The record lists itself last, without a hash.
  const record = [...[...all].map(([file, text]) => recordLine(file, text)), `${info}/RECORD,,`];
  return storedZip(all.set(`${info}/RECORD`, `${record.join('\n')}\n`));
}

function recordLine(file: string, text: string): string {
  const hash = createHash('sha256').update(text).digest('base64url');
  return `${file},sha256=${hash},${Buffer.byteLength(text)}`;
}

/** A zip file without compression, because libraries compress differently from version to version. */
function storedZip(files: ReadonlyMap<string, string>): Buffer {
  const packed: Packed[] = [];
  const parts: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of files) {
    const entry = { name: Buffer.from(name), content: Buffer.from(text), at: offset };
    packed.push(entry);
    const part = Buffer.concat([localHeader(entry), entry.name, entry.content]);
    parts.push(part);
    offset += part.length;
  }
  const directory = Buffer.concat(packed.flatMap((one) => [directoryHeader(one), one.name]));
  return Buffer.concat([...parts, directory, end(packed.length, directory.length, offset)]);
}

/** Writes the fields that both headers of a file share. */
function sharedFields(header: Buffer, offset: number, { name, content }: Packed): number {
  let next = header.writeUInt16LE(ZIP_2_0, offset);
  for (const value of [UTF8_NAMES, 0, MADE_AT.time, MADE_AT.date]) {
    next = header.writeUInt16LE(value, next);
  }
  next = header.writeUInt32LE(crc32(content), next);
  // The packed and the unpacked size are the same.
  next = header.writeUInt32LE(content.length, next);
  next = header.writeUInt32LE(content.length, next);
  return header.writeUInt16LE(name.length, next);
}

function localHeader(one: Packed): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  sharedFields(header, 4, one);
  return header;
}

function directoryHeader(one: Packed): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(MADE_BY, 4);
  sharedFields(header, 6, one);
  header.writeUInt32LE(READABLE * 0x10000, 38);
  header.writeUInt32LE(one.at, 42);
  return header;
}

function end(count: number, size: number, offset: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt32LE(0x06054b50, 0);
  header.writeUInt16LE(count, 8);
  header.writeUInt16LE(count, 10);
  header.writeUInt32LE(size, 12);
  header.writeUInt32LE(offset, 16);
  return header;
}

import type { FakeRow } from './fake-salesforce.ts';
import { rawJson } from './raw-json.ts';

/** Salesforce writes the offset of a time without a colon. */
const time = (ms: number) =>
  new Date(Math.floor(ms / 1000) * 1000).toISOString().replace('Z', '+0000');

/** A record as the REST API writes it, with the fields that were asked for. */
export function recordJson(row: FakeRow, fields: string[]): Record<string, unknown> {
  const own: Record<string, unknown> = {
    Id: row.id,
    IsDeleted: row.isDeleted,
    CreatedDate: time(row.createdMs),
    SystemModstamp: time(row.changedMs),
    LastModifiedDate: time(row.changedMs),
    ...sizesOf(row.fields.Content),
    ...row.fields,
  };
  const url = `/services/data/v68.0/sobjects/${row.object}/${row.id}`;
  const json: Record<string, unknown> = { attributes: { type: row.object, url } };
  for (const field of fields) {
    const [first = '', second] = field.split('.');
    if (second !== undefined) json[first] = { attributes: {}, [second]: own[field] ?? null };
    else json[field] = field === 'Amount' ? amount(own.Amount) : (own[field] ?? null);
  }
  return json;
}

/** Of the text of a newer note, a query shows the size, and the first 255 characters without tags. */
function sizesOf(content: unknown): Record<string, unknown> {
  if (typeof content !== 'string') return {};
  const TextPreview = content.replace(/<[^>]*>/g, '').slice(0, 255);
  return { TextPreview, ContentSize: Buffer.byteLength(content) };
}

/** From ten million on, Salesforce writes a number with an exponent. */
function amount(text: unknown): unknown {
  if (typeof text !== 'string' || !/^-?\d+(\.\d+)?$/.test(text)) return text ?? null;
  if (Math.abs(Number(text)) < 10_000_000) return rawJson(text);
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const digits = (whole + fraction).replace(/0+$/, '') || '0';
  const rest = digits.slice(1) || '0';
  return rawJson(`${text.startsWith('-') ? '-' : ''}${digits[0]}.${rest}E${whole.length - 1}`);
}

export function fieldValue(row: FakeRow, field: string): unknown {
  switch (field) {
    case 'Id':
      return row.id;
    case 'IsDeleted':
      return row.isDeleted;
    // Salesforce keeps whole seconds.
    case 'SystemModstamp':
    case 'LastModifiedDate':
      return new Date(Math.floor(row.changedMs / 1000) * 1000);
    case 'What.Type':
    case 'Parent.Type': {
      const id = String(row.fields.WhatId ?? row.fields.ParentId ?? '');
      return id.startsWith('006') ? 'Opportunity' : 'Account';
    }
    default:
      return row.fields[field];
  }
}

/** The long form of an id. Its last three characters say which of the first fifteen are capitals. */
export function longForm(id: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';
  const checksum = [0, 5, 10].map((from) => {
    const bits = [...id.slice(from, from + 5)].map((char, index) =>
      char >= 'A' && char <= 'Z' ? 2 ** index : 0,
    );
    return letters[bits.reduce((sum, bit) => sum + bit, 0)];
  });
  return id + checksum.join('');
}

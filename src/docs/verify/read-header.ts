/** Why a header cannot be read. */
export type HeaderFault =
  /** The header of another service: `v1,<base64>`. */
  | 'other_service'
  /** The id of an event, which is the value of `Svc-Event-Id`. */
  | 'event_id'
  | 'no_parts'
  | 'no_t'
  | 'no_v1'
  | 'repeated'
  /** A blank stands before the name of a part. Most programs then do not find the part. */
  | 'blank_in_parts'
  | 't_not_a_number'
  /** `t` is in milliseconds. */
  | 't_in_milliseconds'
  | 'v1_upper_case'
  | 'v1_wrong_length'
  | 'v1_not_hex';

export type Header = { t: string; v1: string };

/** Reads `Svc-Signature` as people paste it: the value, the line, or all headers of the request. */
export function readHeader(pasted: string): Header | HeaderFault {
  const value = valueIn(pasted);
  if (/^v\d+,[\w+/=-]+( |$)/.test(value)) return 'other_service';
  if (/^evt_\w+$/.test(value)) return 'event_id';
  const parts = value.split(',').map((part) => part.split(/=(.*)/s, 2));
  const valuesOf = (wanted: string) =>
    parts.filter(([name = '']) => name.trim() === wanted).map(([, given = '']) => given.trim());
  const [times, signatures] = [valuesOf('t'), valuesOf('v1')];
  const [t, v1] = [times[0], signatures[0]];
  if (t === undefined && v1 === undefined) return 'no_parts';
  if (t === undefined) return 'no_t';
  if (v1 === undefined) return 'no_v1';
  if (times.length > 1 || signatures.length > 1) return 'repeated';
  const fault = timeFault(t) ?? signatureFault(v1);
  if (fault) return fault;
  return /\s/.test(value) ? 'blank_in_parts' : { t, v1 };
}

function valueIn(pasted: string): string {
  const [, line] = /^[^\w\n]*svc-signature["']?\s*[:=]\s*(.*)$/im.exec(pasted) ?? [];
  return (line ?? pasted).trim().replace(/^["'](.*)["'],?$/s, '$1');
}

function timeFault(t: string): HeaderFault | undefined {
  if (!/^\d+$/.test(t)) return 't_not_a_number';
  if (t.length > 11) return 't_in_milliseconds';
  return undefined;
}

function signatureFault(v1: string): HeaderFault | undefined {
  if (/^[0-9a-f]{64}$/.test(v1)) return undefined;
  if (/^[0-9a-f]{64}$/i.test(v1)) return 'v1_upper_case';
  return /^[0-9a-f]*$/i.test(v1) ? 'v1_wrong_length' : 'v1_not_hex';
}

import { createHmac, timingSafeEqual } from 'node:crypto';

export interface UploadTerms {
  /** What an address allows: to PUT a file, to PUT a part of one, or to POST a form. */
  kind: 'PUT' | 'PART' | 'POST';
  key: string;
  /** Unix time in seconds. */
  expires: number;
  maxBytes: number;
  /** Empty when any content type is allowed. */
  contentType: string;
  /** The session or API key that asked for the address, which ends with it; empty when it ends by time alone. */
  sessionId: string;
  /** Set for a PART; otherwise empty and 0. */
  uploadId: string;
  partNumber: number;
}

/** The part fields of an upload that is not a part. */
export const notAPart = { uploadId: '', partNumber: 0 } as const;

function sign(secret: string, terms: UploadTerms): string {
  const { kind, key, expires, maxBytes, contentType, sessionId, uploadId, partNumber } = terms;
  const text = JSON.stringify([kind, key, expires, maxBytes, contentType, sessionId, uploadId, partNumber]);
  return createHmac('sha256', secret).update(text).digest('base64url');
}

/** The signed terms, as the query of an address or the fields of a form. */
export function signedFields(secret: string, terms: UploadTerms): Record<string, string> {
  return {
    expires: String(terms.expires),
    max: String(terms.maxBytes),
    type: terms.contentType,
    ...(terms.sessionId ? { session: terms.sessionId } : {}),
    ...(terms.kind === 'PART' ? { uploadId: terms.uploadId, partNumber: String(terms.partNumber) } : {}),
    signature: sign(secret, terms),
  };
}

/** The terms under which a key may be written; null when the signature is invalid. The caller checks the expiry. */
export function termsOf(
  secret: string,
  key: string,
  fields: { get(name: string): string | null | undefined },
  method: 'PUT' | 'POST',
): UploadTerms | null {
  const uploadId = fields.get('uploadId') ?? '';
  const terms: UploadTerms = {
    kind: method === 'PUT' && uploadId ? 'PART' : method,
    key,
    expires: Number(fields.get('expires')),
    maxBytes: Number(fields.get('max')),
    contentType: fields.get('type') ?? '',
    sessionId: fields.get('session') ?? '',
    uploadId,
    partNumber: Number(fields.get('partNumber') ?? 0),
  };
  const given = Buffer.from(fields.get('signature') ?? '');
  const expected = Buffer.from(sign(secret, terms));
  return given.length === expected.length && timingSafeEqual(given, expected) ? terms : null;
}

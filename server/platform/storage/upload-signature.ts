import { createHmac, timingSafeEqual } from 'node:crypto';

export interface UploadTerms {
  key: string;
  /** Unix time in seconds. */
  expires: number;
  maxBytes: number;
  /** Empty when any content type will do. */
  contentType: string;
}

function sign(secret: string, terms: UploadTerms): string {
  const lines = ['PUT', terms.key, terms.expires, terms.maxBytes, terms.contentType];
  return createHmac('sha256', secret).update(lines.join('\n')).digest('base64url');
}

export function signedQuery(secret: string, terms: UploadTerms): URLSearchParams {
  return new URLSearchParams({
    expires: String(terms.expires),
    max: String(terms.maxBytes),
    type: terms.contentType,
    signature: sign(secret, terms),
  });
}

/** The terms under which a key may be written, or null when the signature is not ours. Expiry is for the caller to judge. */
export function termsOf(secret: string, key: string, query: URLSearchParams): UploadTerms | null {
  const terms = {
    key,
    expires: Number(query.get('expires')),
    maxBytes: Number(query.get('max')),
    contentType: query.get('type') ?? '',
  };
  const given = Buffer.from(query.get('signature') ?? '');
  const expected = Buffer.from(sign(secret, terms));
  return given.length === expected.length && timingSafeEqual(given, expected) ? terms : null;
}

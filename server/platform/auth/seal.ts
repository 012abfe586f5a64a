import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/*
 * AES-256-GCM. A sealed text is `1.` followed, in base64url, by 12 random bytes, the tag of 16 bytes and the
 * ciphertext. `about` names its purpose: a text sealed for one row does not open in another.
 */
const version = '1.';
const nonceBytes = 12;
const tagBytes = 16;

/** `key` is 32 bytes in base64url. */
export function seal(key: string, text: string, about: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), nonce);
  cipher.setAAD(Buffer.from(about));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return version + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** The original text; null when it was changed, sealed for another purpose, or sealed with another key. */
export function unseal(key: string, sealed: string, about: string): string | null {
  if (!sealed.startsWith(version)) return null;
  const bytes = Buffer.from(sealed.slice(version.length), 'base64url');
  if (bytes.length < nonceBytes + tagBytes) return null;
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(about));
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}

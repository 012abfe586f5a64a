const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const length = 21;

/** A random sessionId for a live or photo inspection: 21 characters, which are 126 bits. */
export const newSessionId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => alphabet[byte % alphabet.length]).join('');

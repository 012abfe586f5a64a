import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { seal, unseal } from './seal.ts';

const key = randomBytes(32).toString('base64url');

describe('sealing', () => {
  it('opens with the same key and purpose, and never gives the same text twice', () => {
    const sealed = seal(key, 'a secret ✓', 'row 1');
    expect(unseal(key, sealed, 'row 1')).toBe('a secret ✓');
    expect(seal(key, 'a secret ✓', 'row 1')).not.toBe(sealed);
    expect(sealed).not.toContain(Buffer.from('a secret').toString('base64url'));
  });

  it('does not open in another row, with another key, or when changed anywhere', () => {
    const sealed = seal(key, 'a secret', 'row 1');
    expect(unseal(key, sealed, 'row 2')).toBeNull();
    expect(unseal(randomBytes(32).toString('base64url'), sealed, 'row 1')).toBeNull();
    const bytes = Buffer.from(sealed.slice(2), 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8((changed.readUInt8(at) + 1) % 256, at);
      expect(unseal(key, `1.${changed.toString('base64url')}`, 'row 1')).toBeNull();
    }
    for (const broken of ['', '1.', '1.AAAA', sealed.slice(2), sealed.slice(0, 20)])
      expect(unseal(key, broken, 'row 1')).toBeNull();
  });
});

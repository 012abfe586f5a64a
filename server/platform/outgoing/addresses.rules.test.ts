import { describe, expect, it } from 'vitest';
import { isPublicAddress, mayBeCalled } from './addresses.rules.ts';

describe('isPublicAddress', () => {
  it.each(['1.1.1.1', '93.184.216.34', '172.15.0.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.170',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::a00:1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::1',
    'example.com',
    '',
  ])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('mayBeCalled', () => {
  it.each(['https://example.com/hook', 'https://hooks.example.com:8443/x?y=1', 'https://1.1.1.1/'])('%s', (url) =>
    expect(mayBeCalled(url, false)).toBe(true),
  );

  it.each([
    'http://example.com/hook',
    'https://localhost/hook',
    'https://x.localhost/',
    'https://printer.local/',
    'https://db.internal/',
    'https://intranet/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
  ])('never %s, unless private addresses are allowed', (url) => {
    expect(mayBeCalled(url, false)).toBe(false);
    expect(mayBeCalled(url, true)).toBe(true);
  });
});

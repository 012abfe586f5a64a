import { expect, test } from 'vitest';
import { isAllowedHost } from './allowed-hosts.ts';

const named = ['inspect.example.com'];

test.each([
  '127.0.0.1:3000',
  '192.168.1.7',
  '[::1]:3000',
  'localhost',
  'localhost:3000',
  'inn.localhost:3000',
  'web:3000',
  'frontdesk.local',
  'Inspect.Example.com:8443',
])('%s names this server', (host) => expect(isAllowedHost(host, named)).toBe(true));

test.each([
  'evil.example',
  'evil.example:3000',
  '127.0.0.1.evil.example',
  'localhost.evil.example',
  'a.inspect.example.com',
  '',
  'evil.example.',
])('%j does not', (host) => expect(isAllowedHost(host, named)).toBe(false));

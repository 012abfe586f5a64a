import { describe, expect, it } from 'vitest';
import { authSearch, photoSearch } from '#web/app/search.ts';
import { parseSearch, stringifySearch } from '#web/app/search-params.ts';

describe('the query string', () => {
  it('is read as strings, even when a value looks like a number or JSON', () => {
    expect(parseSearch('?sessionId=12345678901234567890&aiRequest=false&area=Guest%20Rooms')).toEqual({
      sessionId: '12345678901234567890',
      aiRequest: 'false',
      area: 'Guest Rooms',
    });
  });
  it('leaves out unset values and parses back to the same values', () => {
    const search = stringifySearch({
      email: 'a+b@c.example',
      tab: undefined,
      next: '/inspection-setup?caseNumber=CASE-20261121-K7QM',
    });
    expect(search).not.toContain('tab');
    expect(parseSearch(search)).toEqual({
      email: 'a+b@c.example',
      next: '/inspection-setup?caseNumber=CASE-20261121-K7QM',
    });
    expect(stringifySearch({})).toBe('');
  });
  it.each(['//evil.example', '/\\evil.example', '/\t/evil.example', 'https://evil.example', 'javascript:alert(1)'])(
    'never sends the person to %s after sign-in',
    (next) => {
      expect(authSearch({ next }).next).toBeUndefined();
    },
  );
  it('drops unusable values instead of rejecting the page', () => {
    expect(authSearch({ tab: 'nonsense', next: '/reports?x=1' })).toEqual({
      tab: undefined,
      next: '/reports?x=1',
    });
    expect(photoSearch({ inspectionId: '', category: 'rooms' })).toEqual({
      inspectionId: undefined,
      category: 'rooms',
      aiRequest: undefined,
    });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setTranslation, t } from '#contract/language.ts';
import { spanish } from '#contract/translations/spanish.ts';
import { findingText } from './finding-texts.ts';

describe('the text of a finding', () => {
  const given = [
    'Paint is coming off the surface in 2 places.',
    'Replace the broken tile at once.',
    'The guest moved the lamp in 2 places.',
    'Call the guest at once.',
  ];

  it('is in English as the server sends it', () => {
    expect(given.map(findingText)).toEqual(given);
  });

  describe('in Spanish', () => {
    beforeAll(() => setTranslation(spanish));
    // The other tests share these modules.
    afterAll(() => setTranslation(undefined));

    it('is translated with its places or urgency, but not where a person wrote it', () => {
      expect(findingText('Paint is coming off the surface in 2 places.')).toBe(
        'La pintura se desprende de la superficie en 2 lugares.',
      );
      expect(findingText('Replace the broken tile at once.')).toBe('Cambie el azulejo roto de inmediato.');
      expect(given.slice(2).map(findingText)).toEqual(given.slice(2));
    });

    it('ends with one period after a time', () => {
      expect(t('Approved on {when}. Locked.', { when: '6:04 p.m.' })).toBe('Aprobada el 6:04 p.m. Bloqueada.');
      expect(t('Approved on {when}. Locked.', { when: 'hoy' })).toBe('Aprobada el hoy. Bloqueada.');
    });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setTranslation, t } from '#contract/language.ts';
import { spanish } from '#contract/translations/spanish.ts';
import type { Finding } from '#contract/findings.ts';
import { confidenceText, decisionText, findingText, peopleText } from './finding-texts.ts';

describe('the people of a finding', () => {
  const person = {
    source: 'person',
    status: 'confirmed',
    addedBy: 'Robin Vale',
    decidedBy: 'Robin Vale',
    onlyAdded: true,
  } as Finding;
  const ai = {
    ...person,
    onlyAdded: false,
    source: 'ai',
    aiConfidence: '91.00',
    addedBy: null,
    decidedBy: 'Pat Osei',
  } as Finding;

  it.each([
    ['its author alone', person, 'added by Robin Vale', 'added by Robin Vale', 'added by Robin Vale'],
    [
      'a reviewer who confirmed it',
      { ...person, onlyAdded: false, decidedBy: 'Pat Osei' },
      'added by Robin Vale',
      'confirmed by Pat Osei',
      'added by Robin Vale, confirmed by Pat Osei',
    ],
    [
      'a reviewer of the same name',
      { ...person, onlyAdded: false },
      'added by Robin Vale',
      'confirmed by Robin Vale',
      'added by Robin Vale, confirmed by Robin Vale',
    ],
    [
      'a reviewer who dismissed it',
      { ...person, onlyAdded: false, status: 'dismissed', decidedBy: 'Pat Osei' } as Finding,
      'added by Robin Vale',
      'dismissed by Pat Osei',
      'added by Robin Vale, dismissed by Pat Osei',
    ],
    [
      'an author of whom nothing tells who it was',
      { ...person, onlyAdded: false, addedBy: null, decidedBy: 'Pat Osei' },
      'added by a person',
      'confirmed by Pat Osei',
      'added by a person, confirmed by Pat Osei',
    ],
    ['the AI, and who confirmed it', ai, '91% sure', 'confirmed by Pat Osei', 'confirmed by Pat Osei'],
  ] as const)('are %s', (_who, finding, added, decided, people) => {
    expect([confidenceText(finding), decisionText(finding), peopleText(finding)]).toEqual([added, decided, people]);
  });
});

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

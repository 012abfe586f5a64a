import { expect, test } from 'vitest';
import { engineLine, readersText } from '#web/features/photos/engine-texts.ts';

const builtin = { name: 'builtin', model: 'small', version: '1.4.0', durationMs: 5 };
const claude = { name: 'anthropic', model: 'claude-sonnet-4-5', version: '1.0.0', durationMs: 5 };

test.each([
  [builtin, 'built-in engine 1.4.0', 'Built-in engine 1.4.0'],
  [claude, 'Anthropic · claude-sonnet-4-5', 'Anthropic · claude-sonnet-4-5'],
  [
    { ...claude, places: { name: 'builtin', version: '1.4.0' } },
    'Anthropic · claude-sonnet-4-5',
    'Anthropic · claude-sonnet-4-5, located by the built-in engine',
  ],
  [
    { ...builtin, standsInFor: { name: 'google', reason: 'timed_out', detail: 'it took too long to answer' } },
    'built-in engine 1.4.0',
    'Built-in engine, in place of Google Gemini: it took too long to answer',
  ],
])('%j', (engine, line, readers) => {
  expect([engineLine(engine), readersText(engine)]).toEqual([line, readers]);
});

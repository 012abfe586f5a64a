import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dueTimestamp } from '#contract/due-dates.ts';
import { DueText } from '#web/ui/due-text.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

// At these times the date in UTC differs from the date in the zone, except where the zone is UTC.
describe.each([
  ['America/New_York', '23:30:00-05:00'],
  ['Asia/Tokyo', '00:30:00+09:00'],
  ['UTC', '12:00:00Z'],
])('for a person in %s', (zone, time) => {
  it.each([
    ['2026-11-20', '1 day left'],
    ['2026-11-21', '0 days left'],
    ['2026-11-22', '1 day overdue'],
  ])('what is due on November 21 reads on %s: %s [2.properties.13]', (today, text) => {
    vi.stubEnv('TZ', zone);
    vi.useFakeTimers({ now: new Date(`${today}T${time}`), toFake: ['Date'] });
    const html = renderToStaticMarkup(<DueText dueDate={dueTimestamp('2026-11-21')} />);
    expect(html).toContain(`>${text}</time>`);
    expect(html).toContain('dateTime="2026-11-21"');
    expect(html).toContain('title="Due Nov 21, 2026"');
  });
});

import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Meter } from './meter.tsx';

test('values outside 0 to 100 are clamped', () => {
  expect(renderToString(<Meter value={103.7} label="Share" />)).toContain('aria-valuenow="100"');
  expect(renderToString(<Meter value={-2} label="Share" />)).toContain('aria-valuenow="0"');
});

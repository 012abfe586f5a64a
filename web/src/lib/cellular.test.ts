import { expect, it, vi } from 'vitest';
import { createCellular } from '#web/lib/cellular.ts';

function setUp(type?: string, saveData?: boolean) {
  const connection = Object.assign(new EventTarget(), { type, saveData });
  const kept = new Map<string, string>();
  const memory = () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  const change = (fields: { type?: string; saveData?: boolean }) => {
    Object.assign(connection, fields);
    connection.dispatchEvent(new Event('change'));
  };
  return { cellular: createCellular(connection, memory), memory, change, connection };
}

it.each([
  ['cellular', undefined, true],
  ['wifi', false, false],
  ['wifi', true, true],
  [undefined, true, true],
  [undefined, undefined, false],
])('on a connection %s, saving data %s, photos of who asked for it wait: %s', (type, saveData, waits) => {
  const { cellular } = setUp(type, saveData);
  expect(cellular.isHolding('anna')).toBe(false);
  cellular.setWaitsForWifi('anna', true);
  expect([cellular.isHolding('anna'), cellular.isHolding('bob')]).toEqual([waits, false]);
});

it("'Send anyway' applies to this connection only, and the setting survives a page load", () => {
  const { cellular, change, connection, memory } = setUp('cellular');
  const listener = vi.fn();
  cellular.subscribe(listener);
  cellular.setWaitsForWifi('anna', true);
  cellular.sendAnyway();
  expect(cellular.isHolding('anna')).toBe(false);
  change({ type: 'wifi' });
  change({ type: 'cellular' });
  expect(cellular.isHolding('anna')).toBe(true);
  expect(listener).toHaveBeenCalledTimes(4);
  const later = createCellular(connection, memory);
  expect(later.isHolding('anna')).toBe(true);
  later.setWaitsForWifi('anna', false);
  expect(createCellular(connection, memory).waitsForWifi('anna')).toBe(false);
});

it('holds nothing back when the browser does not report the connection or cannot store the setting', () => {
  const blocked = () => {
    throw new DOMException('Blocked', 'SecurityError');
  };
  const cellular = createCellular(undefined, blocked);
  cellular.setWaitsForWifi('anna', true);
  expect([cellular.isKnown, cellular.isHolding('anna')]).toEqual([false, false]);
});

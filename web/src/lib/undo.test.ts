import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toastStore } from '#web/lib/toast.ts';
import { createUndo } from '#web/lib/undo.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const pressUndo = () => toastStore.get()[0]?.action?.run();

/** Announces these decisions; returns those that were undone. */
function announced(...titles: string[]) {
  const undo = createUndo();
  const undone: string[] = [];
  for (const title of titles) undo.announce({ title }, () => undone.push(title));
  return { undo, undone };
}

test('the last decision is undone first, then the one before', () => {
  const { undo, undone } = announced('first', 'second');
  undo.undoLast();
  undo.undoLast();
  undo.undoLast();
  expect(undone).toEqual(['second', 'first']);
});

test('the toast undoes the decision that it names, and the key then the other one', () => {
  const { undo, undone } = announced('first', 'second');
  const named = toastStore.get()[0];
  undo.announce({ title: 'third' }, () => undone.push('third'));
  named?.action?.run();
  expect(undone).toEqual(['second']);
  undo.undoLast();
  undo.undoLast();
  expect(undone).toEqual(['second', 'third', 'first']);
});

test('a decision is undone once by toast and key', () => {
  const { undo, undone } = announced('only');
  pressUndo();
  pressUndo();
  undo.undoLast();
  expect(undone).toEqual(['only']);
});

test('after ten seconds no key undoes it, but a toast that is still there does', () => {
  const { undo, undone } = announced('first');
  vi.advanceTimersByTime(5000);
  undo.announce({ title: 'second' }, () => undone.push('second'));
  vi.advanceTimersByTime(5001);
  undo.undoLast();
  undo.undoLast();
  expect(undone).toEqual(['second']);
  undo.announce({ title: 'third' }, () => undone.push('third'));
  vi.advanceTimersByTime(10_001);
  undo.undoLast();
  expect(undone).toEqual(['second']);
  pressUndo();
  expect(undone).toEqual(['second', 'third']);
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SyntheticEvent } from 'react';
import { forgetInput, hasUnsavedInput, noteInput, onSessionRenewed, sessionEnd } from '#web/lib/session-end.ts';

describe('a session that ends while a page has unsaved work', () => {
  const releases: (() => void)[] = [];
  const keepPage = () => releases.push(sessionEnd.keepPage());
  afterEach(() => {
    for (const release of releases.splice(0)) release();
  });

  it('leaves the page at once when nothing is unsaved', () => {
    expect(sessionEnd.end()).toBe(false);
    expect(sessionEnd.get().ended).toBe(false);
  });

  it('keeps the page until the session is renewed, and tells the listeners', () => {
    const renewed = vi.fn();
    const stop = onSessionRenewed(renewed);
    keepPage();
    expect([sessionEnd.end(), sessionEnd.end(), sessionEnd.get().ended]).toEqual([true, true, true]);
    expect(renewed).not.toHaveBeenCalled();
    sessionEnd.renew();
    expect([renewed.mock.calls.length, sessionEnd.get().ended]).toEqual([1, false]);
    stop();
  });

  it('leaves the page once the last unsaved work is gone without a renewal', () => {
    const leave = vi.fn();
    sessionEnd.setLeave(leave);
    keepPage();
    keepPage();
    sessionEnd.end();
    releases.pop()?.();
    expect(leave).not.toHaveBeenCalled();
    releases.pop()?.();
    expect([leave.mock.calls.length, sessionEnd.get().ended]).toEqual([1, false]);
  });

  it('keeps the page for entered text until the screen changes, but not for a search or a password', () => {
    vi.stubGlobal('HTMLInputElement', class {});
    const input = (type: string) => Object.assign(new HTMLInputElement(), { type });
    const type = (target: object) => noteInput({ target } as SyntheticEvent);
    type(input('search'));
    type(input('password'));
    expect([hasUnsavedInput(), sessionEnd.end()]).toEqual([false, false]);
    type(input('text'));
    expect([hasUnsavedInput(), sessionEnd.end(), sessionEnd.end()]).toEqual([true, true, true]);
    expect(sessionEnd.get().refusals).toBe(2);
    forgetInput();
    expect([hasUnsavedInput(), sessionEnd.get().ended, sessionEnd.end()]).toEqual([false, false, false]);
    vi.unstubAllGlobals();
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SyntheticEvent } from 'react';
import { forgetTyping, hasTyped, noteTyping, onSessionRenewed, sessionHold } from '#web/lib/session-hold.ts';

describe('a session that ends while a page holds unsaved work', () => {
  const releases: (() => void)[] = [];
  const hold = () => releases.push(sessionHold.hold());
  afterEach(() => {
    for (const release of releases.splice(0)) release();
  });

  it('leads away at once where nothing is held', () => {
    expect(sessionHold.end()).toBe(false);
    expect(sessionHold.get().ended).toBe(false);
  });

  it('keeps the page until it is renewed, and says so to whoever waits', () => {
    const renewed = vi.fn();
    const stop = onSessionRenewed(renewed);
    hold();
    expect([sessionHold.end(), sessionHold.end(), sessionHold.get().ended]).toEqual([true, true, true]);
    expect(renewed).not.toHaveBeenCalled();
    sessionHold.renew();
    expect([renewed.mock.calls.length, sessionHold.get().ended]).toEqual([1, false]);
    stop();
  });

  it('leads away once the last holder has let go without a renewal', () => {
    const away = vi.fn();
    sessionHold.whenLetGo(away);
    hold();
    hold();
    sessionHold.end();
    releases.pop()?.();
    expect(away).not.toHaveBeenCalled();
    releases.pop()?.();
    expect([away.mock.calls.length, sessionHold.get().ended]).toEqual([1, false]);
  });

  it('is held by what is typed until another screen comes, not by a search or a password', () => {
    vi.stubGlobal('HTMLInputElement', class {});
    const input = (type: string) => Object.assign(new HTMLInputElement(), { type });
    const type = (target: object) => noteTyping({ target } as SyntheticEvent);
    type(input('search'));
    type(input('password'));
    expect([hasTyped(), sessionHold.end()]).toEqual([false, false]);
    type(input('text'));
    expect([hasTyped(), sessionHold.end(), sessionHold.end()]).toEqual([true, true, true]);
    expect(sessionHold.get().refusals).toBe(2);
    forgetTyping();
    expect([hasTyped(), sessionHold.get().ended, sessionHold.end()]).toEqual([false, false, false]);
    vi.unstubAllGlobals();
  });
});

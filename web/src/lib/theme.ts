import { useSyncExternalStore } from 'react';

export const themeChoices = ['light', 'dark', 'glare', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const storageKey = 'innspect.theme';
const systemDark = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function stored(): ThemeChoice {
  try {
    const value = localStorage.getItem(storageKey);
    return themeChoices.find((theme) => theme === value) ?? 'system';
  } catch {
    return 'system';
  }
}

/** The color of the browser's own bars. */
const barColors = { light: '#f7f6f2', dark: '#0f171b', glare: '#ffffff' } as const;

let choice = stored();

/** Must match inline/theme.js, which runs before this code is loaded. */
function apply() {
  const theme = choice === 'system' ? (systemDark.matches ? 'dark' : 'light') : choice;
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColors[theme]);
}

/** Sets the theme and stores it on this device. */
export function setTheme(next: ThemeChoice): void {
  choice = next;
  try {
    if (next === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, next);
  } catch {
    // Storage can be blocked; the theme then lasts until the page is closed.
  }
  apply();
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** The chosen theme. */
export const useTheme = (): ThemeChoice => useSyncExternalStore(subscribe, () => choice);

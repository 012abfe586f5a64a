import type { LoginInput } from '#contract/users.ts';

/** The values in the fields of the sign-in form. */
export function loginValues(form: HTMLFormElement | null): Required<LoginInput> {
  const data = new FormData(form ?? undefined);
  const text = (name: string): string => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  return {
    username: text('username'),
    password: text('password'),
    role: text('role') === 'admin' ? 'admin' : 'property',
    rememberMe: data.has('rememberMe'),
  };
}

/** What a person typed into the sign-in form before the app ran, and where the cursor was. */
let typed: Partial<LoginInput> = {};
let focused = '';

/** Called before the app replaces the form of the first paint, or of a visit that began with the sign-in. */
export function keepTyped(): void {
  const form = document.querySelector<HTMLFormElement>('#root form[method=dialog]');
  if (!form) return;
  if (form.checkVisibility()) typed = loginValues(form);
  const active = document.activeElement;
  focused = active instanceof HTMLInputElement && form.contains(active) ? active.name : '';
}

/** What was typed before the app ran. */
export const typedEarly = (): Partial<LoginInput> => typed;

/** Called once the app's form is shown: focuses the same field again, and presses the button that was pressed too early. */
export function continueEarly(form: HTMLFormElement | null): void {
  const field = focused === '' ? null : form?.elements.namedItem(focused);
  focused = '';
  typed = {};
  if (field instanceof HTMLElement) field.focus();
  const { pressed } = document.documentElement.dataset;
  delete document.documentElement.dataset['pressed'];
  // The same name that inline/theme.js keeps.
  const nameOf = (button: HTMLButtonElement) => button.getAttribute('aria-label') ?? button.textContent;
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('#root button')];
  if (pressed) buttons.findLast((button) => nameOf(button) === pressed)?.click();
}

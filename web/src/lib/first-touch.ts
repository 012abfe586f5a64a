/** Also the choice of a file, which may come from another program. */
const touches = ['pointerdown', 'keydown', 'change'] as const;
let touched = false;
const waiting = new Set<() => void>();

function onTouch(): void {
  touched = true;
  for (const type of touches) removeEventListener(type, onTouch, true);
  for (const run of waiting) run();
  waiting.clear();
}
// Tests outside of a browser have no events of a page.
if ('addEventListener' in globalThis)
  for (const type of touches) addEventListener(type, onTouch, { capture: true, passive: true });

/**
 * Runs something once the person has first touched the page. For code that a press may need at once, such as the toasts: fetched
 * earlier it would delay the screen, and fetched when it is needed it would be late.
 */
export function atFirstTouch(run: () => void): void {
  if (touched) run();
  else waiting.add(run);
}

import type { Area } from '#contract/areas.ts';

const fallback = 'guest_rooms';

/** The area that an address names by its code or name; Guest Rooms for any other word. */
export function sectionOf(areas: readonly Area[], named: string): Area | undefined {
  const word = named.trim().toLowerCase();
  return (
    areas.find(({ code, name }) => code === word || name.toLowerCase() === word) ??
    areas.find(({ code }) => code === fallback)
  );
}

import type { Area } from '#contract/areas.ts';

const fallback = 'guest_rooms';

/** The area with this code or name; Guest Rooms if there is none. */
export function areaByName(areas: readonly Area[], codeOrName: string): Area | undefined {
  const word = codeOrName.trim().toLowerCase();
  return (
    areas.find(({ code, name }) => code === word || name.toLowerCase() === word) ??
    areas.find(({ code }) => code === fallback)
  );
}

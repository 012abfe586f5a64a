import { severities, severityRank, type FindingCategory, type Severity } from '#contract/finding-categories.ts';
import type { Repeat } from '#contract/property-page.ts';
import { roomNumber } from '#contract/rooms.ts';

/** What one round found of one category at one place. */
export interface FoundInRound {
  /** The run, or the inspection outside of runs. */
  roundId: string;
  area: string;
  room: string | null;
  category: FindingCategory;
  severity: Severity;
  confirmed: boolean;
  open: boolean;
  /** Milliseconds since 1970. */
  firstAt: number;
  lastAt: number;
}

const placeOf = (room: string | null): string => roomNumber(room) ?? room?.trim().toLowerCase() ?? '';
const keyOf = (row: FoundInRound): string =>
  JSON.stringify([row.area.trim().toLowerCase(), placeOf(row.room), row.category]);
const timeOf = (milliseconds: number): string => new Date(milliseconds).toISOString();

/**
 * Deficiencies that more than one round found: the same category in the same area and room. Findings without a room are
 * compared with each other. Open ones come first, then the worst, then those found in most rounds.
 */
export function repeatsOf(found: readonly FoundInRound[]): Repeat[] {
  const groups = Map.groupBy(found, keyOf);
  const repeats = [...groups.values()].flatMap((rows): Repeat[] => {
    const rounds = Map.groupBy(rows, (row) => row.roundId);
    const newest = rows.reduce((latest, row) => (row.lastAt > latest.lastAt ? row : latest));
    if (rounds.size < 2) return [];
    return [
      {
        area: newest.area,
        room: newest.room,
        category: newest.category,
        severity: severities.find((each) => rows.some(({ severity }) => severity === each)) ?? newest.severity,
        rounds: rounds.size,
        unconfirmed: [...rounds.values()].filter((round) => !round.some(({ confirmed }) => confirmed)).length,
        firstAt: timeOf(Math.min(...rows.map(({ firstAt }) => firstAt))),
        lastAt: timeOf(newest.lastAt),
        open: rows.some(({ open }) => open),
      },
    ];
  });
  return repeats.toSorted(
    (a, b) =>
      Number(b.open) - Number(a.open) ||
      severityRank(b.severity) - severityRank(a.severity) ||
      b.rounds - a.rounds ||
      b.lastAt.localeCompare(a.lastAt),
  );
}

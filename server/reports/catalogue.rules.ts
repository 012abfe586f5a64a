import { createHash } from 'node:crypto';
import { findingCategories, severities, type FindingCategory, type Severity } from '#contract/findings.ts';
import type { CostEntry } from '#contract/reports.ts';

/** 0 for low to 3 for critical. */
export const rankOf = (severity: Severity): number => severities.length - 1 - severities.indexOf(severity);

type Line = Pick<CostEntry, 'category' | 'fromSeverity'>;

/**
 * The catalogue line for a finding: the worst one of its category that its severity reaches, else the category's mildest.
 * A category without any line is priced as `other`. Throws where that is missing too, which the catalogue's own check
 * excludes.
 */
export function chooseLine<L extends Line>(lines: readonly L[], category: FindingCategory, severity: Severity): L {
  const own = lines
    .filter((line) => line.category === category)
    .toSorted((a, b) => rankOf(a.fromSeverity) - rankOf(b.fromSeverity));
  const line = own.findLast((candidate) => rankOf(candidate.fromSeverity) <= rankOf(severity)) ?? own[0];
  if (line) return line;
  if (category === 'other') throw new Error('The cost catalogue has no line for the category "other"');
  return chooseLine(lines, 'other', severity);
}

/** What keeps a catalogue from being used, as messages by field; empty when it is fine. */
export function catalogueFaults(lines: readonly Line[]): Record<string, string> {
  const faults: Record<string, string> = {};
  const seen = new Set<string>();
  lines.forEach((line, index) => {
    const key = `${line.category} ${line.fromSeverity}`;
    if (seen.has(key)) {
      faults[`entries.${index}.fromSeverity`] = `${line.category} has two lines from severity ${line.fromSeverity}`;
    }
    seen.add(key);
  });
  const open = findingCategories.filter((category) => !seen.has(`${category} low`));
  if (open.length > 0) faults.entries = `Every category needs a line from severity low; missing: ${open.join(', ')}`;
  return faults;
}

/** Categories in the contract's order, the mildest line first. */
export const byCategoryAndSeverity = (a: Line, b: Line): number =>
  findingCategories.indexOf(a.category) - findingCategories.indexOf(b.category) ||
  rankOf(a.fromSeverity) - rankOf(b.fromSeverity);

/** A name for what the lines of a catalogue hold, whatever their order: other content, other name. */
export function versionOf(lines: readonly CostEntry[]): string {
  const content = lines
    .toSorted(byCategoryAndSeverity)
    .map((line) => [
      line.category,
      line.fromSeverity,
      line.action,
      line.unit,
      line.costLow.toFixed(2),
      line.costHigh.toFixed(2),
      line.daysOnSite.toFixed(2),
      line.leadDays,
      line.ffe,
    ]);
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}

const nameOf = ({ category, fromSeverity }: Line): string => `${category} from ${fromSeverity}`;
const figures = ['action', 'unit', 'costLow', 'costHigh', 'daysOnSite', 'leadDays', 'ffe'] as const;

/** What one catalogue has and another has not, line by line: "mould from low: costHigh 600, now 900". */
export function catalogueChanges(
  before: readonly CostEntry[],
  after: readonly CostEntry[],
): { added: string[]; removed: string[]; changed: string[] } {
  const [old, next] = [before, after].map((lines) => new Map(lines.map((line) => [nameOf(line), line])));
  const only = (lines: readonly CostEntry[], others: ReadonlyMap<string, CostEntry> | undefined) =>
    lines.map(nameOf).filter((name) => !others?.has(name));
  return {
    added: only(after, old),
    removed: only(before, next),
    changed: after.flatMap((line) => {
      const was = old?.get(nameOf(line));
      const others = was ? figures.filter((figure) => was[figure] !== line[figure]) : [];
      if (!was || others.length === 0) return [];
      return `${nameOf(line)}: ${others.map((figure) => `${figure} ${was[figure]}, now ${line[figure]}`).join('; ')}`;
    }),
  };
}

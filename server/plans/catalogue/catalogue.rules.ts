import { createHash } from 'node:crypto';
import { byCategoryAndSeverity, type CostEntry } from '#contract/cost-catalogue.ts';
import { findingCategories } from '#contract/finding-categories.ts';
import { formatMoney } from '#contract/money.ts';

type Line = Pick<CostEntry, 'category' | 'fromSeverity'>;

/** The errors of a catalogue by field; empty when it is valid. */
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

/** A hash of a catalogue's lines, independent of their order. */
export function versionOf(lines: readonly CostEntry[]): string {
  const content = lines
    .toSorted(byCategoryAndSeverity)
    .map((line) => [
      line.category,
      line.fromSeverity,
      line.action,
      line.unit,
      line.costLow,
      line.costHigh,
      line.daysOnSite.toFixed(2),
      line.leadDays,
    ]);
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}

const nameOf = ({ category, fromSeverity }: Line): string => `${category} from ${fromSeverity}`;
const figures = ['action', 'unit', 'costLow', 'costHigh', 'daysOnSite', 'leadDays'] as const;
const textOf = (line: CostEntry, figure: (typeof figures)[number]): string =>
  figure === 'costLow' || figure === 'costHigh' ? formatMoney(line[figure]) : String(line[figure]);

/** The differences between two catalogues, line by line: "mould from low: costHigh $600, now $900". */
export function catalogueChanges(
  before: readonly CostEntry[],
  after: readonly CostEntry[],
): { added: string[]; removed: string[]; changed: string[] } {
  const [old, next] = [before, after].map((lines) => new Map(lines.map((line) => [nameOf(line), line])));
  const namesMissingFrom = (lines: readonly CostEntry[], others: ReadonlyMap<string, CostEntry> | undefined) =>
    lines.map(nameOf).filter((name) => !others?.has(name));
  return {
    added: namesMissingFrom(after, old),
    removed: namesMissingFrom(before, next),
    changed: after.flatMap((line) => {
      const was = old?.get(nameOf(line));
      const others = was ? figures.filter((figure) => was[figure] !== line[figure]) : [];
      if (!was || others.length === 0) return [];
      return `${nameOf(line)}: ${others.map((figure) => `${figure} ${textOf(was, figure)}, now ${textOf(line, figure)}`).join('; ')}`;
    }),
  };
}

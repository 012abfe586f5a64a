import { z } from 'zod';
import {
  findingCategories,
  severities,
  severityRank,
  type FindingCategory,
  type Severity,
} from './finding-categories.ts';
import { decimalAmount, dollarAmount } from './money.ts';

export const costUnits = [
  'spot',
  'visit',
  'room',
  'area',
  'bathroom',
  'each',
  'key',
  'square_foot',
  'linear_foot',
] as const;
export const costEntrySchema = z.object({
  category: z.enum(findingCategories),
  /** The finding's severity from which this line applies; below that, a category's mildest line applies. */
  fromSeverity: z.enum(severities),
  action: z.string().trim().min(1, 'Action is required').max(300),
  unit: z.enum(costUnits),
  costLow: dollarAmount,
  costHigh: dollarAmount,
  daysOnSite: z.number().min(0).max(365),
  leadDays: z.number().int().min(0).max(730),
});
export type CostEntry = z.infer<typeof costEntrySchema>;

export const costCatalogueSchema = z.object({
  /**
   * Identifies the content of the lines. It is sent back with a change, which is refused if the lines have changed
   * since.
   */
  version: z.string(),
  entries: z.array(costEntrySchema),
  freightPercent: z.number(),
  contingencyPercent: z.number(),
  mobilization: decimalAmount,
  designFeePercent: z.number(),
  afterHoursPercent: z.number(),
  /** By state, in upper case. */
  regionalPercents: z.record(z.string(), z.number()),
  crews: z.number().int(),
});
export type CostCatalogue = z.infer<typeof costCatalogueSchema>;

export const costCatalogueInputSchema = z.object({
  version: z
    .string({ error: 'Send the version of the catalog that the changes were made on' })
    .max(100, 'This is not a version of the catalog'),
  entries: z
    .array(
      costEntrySchema.refine((entry) => entry.costLow <= entry.costHigh, {
        path: ['costHigh'],
        message: 'The high cost is below the low one',
      }),
    )
    .min(1),
});

type Line = Pick<CostEntry, 'category' | 'fromSeverity'>;

/** Orders categories as in the contract, and the mildest line first. */
export const byCategoryAndSeverity = (a: Line, b: Line): number =>
  findingCategories.indexOf(a.category) - findingCategories.indexOf(b.category) ||
  severityRank(a.fromSeverity) - severityRank(b.fromSeverity);

/**
 * The line of a category that prices a finding: the worst one that the severity reaches, or else the category's
 * mildest. Undefined for a category without a line.
 */
export function pricingLineOf<L extends Line>(
  lines: readonly L[],
  category: FindingCategory,
  severity: Severity,
): L | undefined {
  const own = lines.filter((line) => line.category === category).toSorted(byCategoryAndSeverity);
  return own.findLast((line) => severityRank(line.fromSeverity) <= severityRank(severity)) ?? own[0];
}

/** The line that prices a finding. A category without a line is priced as `other`, which every catalogue has. */
export function pricingLine<L extends Line>(lines: readonly L[], category: FindingCategory, severity: Severity): L {
  const line = pricingLineOf(lines, category, severity) ?? pricingLineOf(lines, 'other', severity);
  if (!line) throw new Error('The cost catalog has no line for the category "other"');
  return line;
}

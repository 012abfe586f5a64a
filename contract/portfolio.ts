import { z } from 'zod';
import { severityCountsSchema } from './analytics.ts';
import { caseStatuses } from './cases.ts';
import { id, timestamp } from './common.ts';
import { runCoverageSchema } from './coverage.ts';
import { callersDate } from './due-dates.ts';
import { decimalAmount } from './money.ts';

const count = z.number().int().min(0);

export const portfolioSortings = ['score', 'name', 'findings', 'cost', 'overdue', 'due', 'inspected'] as const;
export type PortfolioSorting = (typeof portfolioSortings)[number];
export const directions = ['asc', 'desc'] as const;
export type Direction = (typeof directions)[number];

/** The direction in which what needs attention comes first: worst, most, earliest due or latest; names start at A. */
export const firstDirection: Record<PortfolioSorting, Direction> = {
  score: 'asc',
  name: 'asc',
  findings: 'desc',
  cost: 'desc',
  overdue: 'desc',
  due: 'asc',
  inspected: 'desc',
};

/** The properties of a file or page of the portfolio. Brand and state ignore letter case. */
export const portfolioFilter = z.object({
  /** Searched in the name, city, state and brand. */
  q: z.string().trim().max(200).optional(),
  brand: z.string().trim().max(200).optional(),
  state: z.string().trim().max(100).optional(),
  sort: z.enum(portfolioSortings).default('score'),
  direction: z.enum(directions).optional(),
  today: callersDate,
});
export type PortfolioFilter = z.output<typeof portfolioFilter>;

export const portfolioQuery = portfolioFilter.extend({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** The position of the first row, as `nextCursor` gave it. */
  cursor: z.coerce.number().int().min(0).max(10_000_000).default(0),
});

const costsSchema = z.object({
  /** The items of plans that are not settled, before overheads. */
  open: decimalAmount,
  capital: decimalAmount,
  operating: decimalAmount,
});

const portfolioRowSchema = z.object({
  id,
  name: z.string(),
  city: z.string(),
  state: z.string(),
  brandStandard: z.string().nullable(),
  /** The same as on the property's page; null without enough evidence. */
  score: z.number().min(0).max(100).nullable(),
  /** The coverage of the areas on which the score is based. */
  coverage: runCoverageSchema,
  openFindings: severityCountsSchema,
  costs: costsSchema,
  openItems: count,
  overdueItems: count,
  /** The open case that is due first; one that is submitted (`handedIn`) only where no other is open. */
  case: z
    .object({
      id,
      caseNumber: z.string(),
      status: z.enum(caseStatuses),
      dueDate: z.iso.date(),
      /** Whether its owner has submitted everything, so that it waits for the brand. */
      handedIn: z.boolean(),
    })
    .nullable(),
  /** Its open cases that are past their due date and not submitted. */
  overdueCases: count,
  lastInspectionAt: timestamp.nullable(),
});
export type PortfolioRow = z.output<typeof portfolioRowSchema>;

/** Properties with their current figures, and the totals of all that match. */
export const portfolioSchema = z.object({
  properties: z.array(portfolioRowSchema),
  totals: z.object({
    properties: count,
    /** The number with a score. */
    scored: count,
    openFindings: severityCountsSchema,
    /** The number with an open critical finding. */
    withCritical: count,
    costs: costsSchema,
    openItems: count,
    overdueItems: count,
    overdueCases: count,
  }),
  /** The values that the filters offer. */
  brands: z.array(z.string()),
  states: z.array(z.string()),
  nextCursor: z.string().nullable(),
});
export type Portfolio = z.output<typeof portfolioSchema>;

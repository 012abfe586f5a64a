import { z } from 'zod';
import { id, parseNumber } from './common.ts';
import { costUnits } from './cost-catalogue.ts';
import { findingCategories, severities } from './finding-categories.ts';
import { lineClasses, spendings } from './line-classes.ts';
import { amountInput, decimalAmount } from './money.ts';
import { lineLimits } from './plan-lines.ts';
import { maxRoomLength } from './rooms.ts';

const wholeNumber = (message: string) => z.number(message).int('Enter a whole number');

/** A line that a person adds to a plan or changes there, without a finding behind it. */
export const planLineInputSchema = z.object({
  title: z.string({ error: 'Title is required' }).trim().min(1, 'Title is required').max(200),
  recommendedAction: z.string({ error: 'Action is required' }).trim().min(1, 'Action is required').max(300),
  description: z.string().trim().max(5000).default(''),
  /** Names the line of the cost catalogue that prices it where no unit price is given. */
  category: z.enum(findingCategories).default('other'),
  /** The severity whose catalogue line that is, where it is not the priority's. */
  pricedAs: z.enum(severities).optional(),
  class: z.enum(lineClasses, { error: 'Choose a class' }),
  spending: z.enum(spendings, { error: 'Choose capital or operating' }),
  priority: z.enum(severities, { error: 'Choose a priority' }),
  /** An area of the plan; left out for a line of the whole property. */
  areaSessionId: id.nullish(),
  room: z.string().trim().max(maxRoomLength, `At most ${maxRoomLength} characters`).nullish(),
  quantity: z.preprocess(
    parseNumber,
    wholeNumber('Enter a number')
      .min(1, 'Enter 1 or more')
      .max(lineLimits.units, `At most ${lineLimits.units.toLocaleString('en-US')}`),
  ),
  unit: z.enum(costUnits, { error: 'Choose a unit' }),
  /** Left out, the cost catalogue prices a new line, and a changed line keeps its unit price. */
  unitCost: amountInput.nullish(),
  /** Left out, the last day of the window of its phase. */
  dueDate: z.iso.date('Choose a date').nullish(),
  estimatedDays: z.preprocess(
    parseNumber,
    wholeNumber('Enter a number')
      .min(1, 'Enter 1 or more')
      .max(lineLimits.days, `At most ${lineLimits.days} days`)
      .nullish(),
  ),
});
export type PlanLineInput = z.input<typeof planLineInputSchema>;

/** What a line may start from: a template, with the unit price of the cost catalogue where one of its lines fits. */
export const lineTemplateSchema = z.object({
  key: z.string(),
  title: z.string(),
  action: z.string(),
  class: z.enum(lineClasses),
  spending: z.enum(spendings),
  category: z.enum(findingCategories),
  pricedAs: z.enum(severities).nullable(),
  unit: z.enum(costUnits),
  quantity: z.number().int(),
  unitCostLow: decimalAmount.nullable(),
  unitCost: decimalAmount.nullable(),
  unitCostHigh: decimalAmount.nullable(),
});

/** What a person chooses from when adding a line to a plan. */
export const lineOptionsSchema = z.object({
  templates: z.array(lineTemplateSchema),
  /** The areas that a line may belong to; empty for the plan of one area. */
  areas: z.array(z.object({ areaSessionId: id, name: z.string() })),
});
export type LineOptions = z.infer<typeof lineOptionsSchema>;

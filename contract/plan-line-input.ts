import { z } from 'zod';
import { changeId, id, parseNumber, requiredText } from './common.ts';
import { costUnits } from './cost-catalogue.ts';
import { findingCategories, severities } from './finding-categories.ts';
import { lineClasses, spendings } from './line-classes.ts';
import { amountInput, decimalAmount } from './money.ts';
import { basedOnSchema, lineDetailsInput } from './plan-line-details.ts';
import { lineLimits } from './plan-lines.ts';
import { maxRoomLength } from './rooms.ts';

const wholeNumber = (message: string) => z.number(message).int('Enter a whole number');

/** A line without a finding that a user adds to a plan or changes. */
export const planLineInputSchema = z.object({
  title: requiredText('Title is required', 200),
  recommendedAction: requiredText('Action is required'),
  description: z.string().trim().max(5000).default(''),
  /** Determines the line of the cost catalogue that prices it when no unit price is given. */
  category: z.enum(findingCategories).default('other'),
  /** The severity of that catalogue line, if it is not the priority. */
  pricedAs: z.enum(severities).optional(),
  class: z.enum(lineClasses, { error: 'Choose a class' }),
  spending: z.enum(spendings, { error: 'Choose capital or operating' }),
  priority: z.enum(severities, { error: 'Choose a priority' }),
  /** An area of the plan; missing for a line about the whole property. */
  areaSessionId: id.nullish(),
  room: z.string().trim().max(maxRoomLength, `At most ${maxRoomLength} characters`).nullish(),
  ...lineDetailsInput,
  quantity: z.preprocess(
    parseNumber,
    wholeNumber('Enter a number')
      .min(1, 'Enter 1 or more')
      .max(lineLimits.units, { error: () => `At most ${lineLimits.units.toLocaleString('en-US')}` }),
  ),
  unit: z.enum(costUnits, { error: 'Choose a unit' }),
  /** Without it, the cost catalogue prices a new line, and a changed line keeps its unit price. */
  unitCost: amountInput.nullish(),
  /** By default the last day of its phase's window. */
  dueDate: z.iso.date('Choose a date').nullish(),
  /** Without it, that of the cost catalogue's line, and a changed line keeps its own. */
  leadDays: z.preprocess(
    parseNumber,
    wholeNumber('Enter a number').min(0, 'Enter 0 or more').max(730, 'At most 730 days').nullish(),
  ),
  estimatedDays: z.preprocess(
    parseNumber,
    wholeNumber('Enter a number')
      .min(1, 'Enter 1 or more')
      .max(lineLimits.days, `At most ${lineLimits.days} days`)
      .nullish(),
  ),
  basedOn: basedOnSchema,
});
export type PlanLineInput = z.input<typeof planLineInputSchema>;

/** A line to add. Its id is that of the change and becomes that of the line. */
export const newPlanLineSchema = planLineInputSchema.extend({ id: changeId });
export type NewPlanLine = z.input<typeof newPlanLineSchema>;

/** A template for a line, with the unit price of a matching line of the cost catalogue, if there is one. */
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

/** The choices when adding a line to a plan. */
export const lineOptionsSchema = z.object({
  templates: z.array(lineTemplateSchema),
  /** The areas to which a line may belong; empty for the plan of one area. */
  areas: z.array(z.object({ areaSessionId: id, name: z.string() })),
});
export type LineOptions = z.infer<typeof lineOptionsSchema>;

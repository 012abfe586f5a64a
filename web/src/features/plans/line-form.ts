import { t } from '#contract/language.ts';
import type { CostUnit } from '#contract/plan-lines.ts';
import type { FindingCategory, Severity } from '#contract/finding-categories.ts';
import type { LineClass, Spending } from '#contract/line-classes.ts';
import { formatMoney, formatMoneyRange, toCents, toDecimal, type Cents } from '#contract/money.ts';
import { quantityText, unitLabel } from '#contract/plan-lines.ts';
import { planLineInputSchema, type LineOptions, type PlanLineInput } from '#contract/plan-line-input.ts';
import type { PlanItem } from '#contract/plans.ts';
import { detailInput, detailsOf, sampledQuantity, type DetailDraft } from '#web/features/plans/detail-form.ts';

/** The values of a line as typed. */
export interface LineDraft extends DetailDraft {
  title: string;
  recommendedAction: string;
  description: string;
  category: FindingCategory;
  pricedAs: Severity | undefined;
  class: LineClass;
  spending: Spending;
  priority: Severity;
  areaSessionId: string;
  room: string;
  quantity: string;
  unit: CostUnit;
  unitCost: string;
  dueDate: string;
  estimatedDays: string;
  leadDays: string;
}
export type LineField = keyof LineDraft;
export type LineFaults = Partial<Record<LineField | 'sample', string>>;
export type Template = LineOptions['templates'][number];

const emptyDraft: LineDraft = {
  title: '',
  recommendedAction: '',
  description: '',
  category: 'other',
  pricedAs: undefined,
  class: 'ffe',
  spending: 'capital',
  priority: 'low',
  areaSessionId: '',
  room: '',
  quantity: '1',
  unit: 'each',
  unitCost: '',
  dueDate: '',
  estimatedDays: '',
  leadDays: '',
  ...detailsOf(null),
};

/** The initial values of the form: those of the line to edit, or empty ones. */
export const draftOf = (item: PlanItem | null): LineDraft =>
  item === null
    ? emptyDraft
    : {
        title: item.title,
        recommendedAction: item.recommendedAction,
        description: item.description,
        category: item.category,
        pricedAs: undefined,
        class: item.class,
        spending: item.spending,
        priority: item.priority,
        areaSessionId: item.areaSessionId ?? '',
        room: item.room ?? '',
        quantity: String(item.quantity),
        unit: item.unit,
        unitCost: item.unitCost === null ? '' : toDecimal(item.unitCost),
        dueDate: item.dueDateEntered ? item.dueDate : '',
        estimatedDays: String(item.estimatedDays),
        leadDays: String(item.leadDays),
        ...detailsOf(item),
      };

/** The values that a template fills in. */
export const templateDraft = (template: Template): Partial<LineDraft> => ({
  title: template.title,
  recommendedAction: template.action,
  category: template.category,
  pricedAs: template.pricedAs ?? undefined,
  class: template.class,
  spending: template.spending,
  unit: template.unit,
  quantity: String(template.quantity),
  unitCost: '',
  estimatedDays: '',
  leadDays: '',
});

/**
 * The input for the server, or the validation errors by field. Empty fields are omitted. So are an unchanged price
 * and duration, because the server recalculates them from the quantity.
 */
export function inputOf(
  draft: LineDraft,
  saved: LineDraft | null,
): { input: PlanLineInput; faults: null } | { faults: LineFaults } {
  const { sampleFound: _found, sampleOf: _of, sampleAll: _all, ...fields } = draft;
  const sampled = sampledQuantity(draft);
  const input = {
    ...fields,
    ...detailInput(draft),
    ...(sampled ? { quantity: String(sampled.quantity) } : {}),
    areaSessionId: draft.areaSessionId || null,
    room: draft.room.trim() || null,
    dueDate: draft.dueDate || null,
    unitCost: draft.unitCost === '' || draft.unitCost === saved?.unitCost ? undefined : draft.unitCost.trim(),
    estimatedDays:
      draft.estimatedDays === '' || draft.estimatedDays === saved?.estimatedDays ? undefined : draft.estimatedDays,
    leadDays: draft.leadDays === '' ? undefined : draft.leadDays,
  };
  const result = planLineInputSchema.safeParse(input);
  if (result.success) return { input: input as PlanLineInput, faults: null };
  const faults: LineFaults = {};
  for (const { path, message } of result.error.issues) faults[path[0] as LineField] ??= message;
  return { faults };
}

const isGuestRoom = (unit: CostUnit) => unit === 'room' || unit === 'key';

/** The template if its price applies to the chosen unit; null if the catalogue has no price for it. */
export const pricingTemplate = (template: Template | undefined, unit: CostUnit): Template | null =>
  template &&
  template.unitCost !== null &&
  (template.unit === unit || (isGuestRoom(template.unit) && isGuestRoom(unit)))
    ? template
    : null;

/** The hint of the price field about the price in the catalogue. */
export function priceHint(template: Template | null, unit: CostUnit): string | undefined {
  if (!template || template.unitCostLow === null || template.unitCostHigh === null) return undefined;
  const each = unit === 'each' ? 'each' : t('per {unit}', { unit: unitLabel(unit) });
  return t('Leave empty to use the cost catalog: {unitCostLow} {each}', {
    unitCostLow: formatMoneyRange(template.unitCostLow, template.unitCostHigh),
    each,
  });
}

/** "84 keys × $1,450 = $121,800" from the typed values; null while they are not valid numbers. */
export function sumText({ quantity, unit, unitCost }: LineDraft, catalogPrice: Cents | null): string | null {
  const units = Number(quantity);
  const price = unitCost === '' ? catalogPrice : /^\d+(\.\d{1,2})?$/.test(unitCost.trim()) ? toCents(unitCost) : null;
  if (!Number.isInteger(units) || units < 1 || price === null) return null;
  return `${quantityText({ quantity: units, unit })} × ${formatMoney(price)} = ${formatMoney(price * units)}`;
}

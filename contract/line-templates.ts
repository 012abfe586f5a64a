import type { CostUnit } from './plan-lines.ts';
import type { FindingCategory, Severity } from './finding-categories.ts';
import type { LineClass, Spending } from './line-classes.ts';

/** A line that is common in plans and that no photo shows. */
export interface LineTemplate {
  key: string;
  title: string;
  action: string;
  class: LineClass;
  spending: Spending;
  unit: CostUnit;
  /** The quantity: the number of the property's keys, or one. */
  per: 'key' | 'plan';
  /** The line of the cost catalogue that prices it, if there is one. */
  category: FindingCategory;
  pricedAs?: Severity;
}

const forKeys = (template: Omit<LineTemplate, 'per' | 'spending'>): LineTemplate => ({
  ...template,
  per: 'key',
  spending: 'capital',
});
const forPlan = (template: Omit<LineTemplate, 'per' | 'spending'>): LineTemplate => ({
  ...template,
  per: 'plan',
  spending: 'capital',
});

export const lineTemplates: readonly LineTemplate[] = [
  forKeys({
    key: 'carpet',
    title: 'Guest room carpet',
    action: 'Replace carpet and pad',
    class: 'soft_goods',
    unit: 'key',
    category: 'carpet_wear',
  }),
  forKeys({
    key: 'paint',
    title: 'Guest room paint',
    action: 'Repaint the room',
    class: 'finish',
    unit: 'key',
    category: 'peeling_paint',
  }),
  forKeys({
    key: 'wallcovering',
    title: 'Guest room wallcovering',
    action: 'Replace the wallcovering',
    class: 'soft_goods',
    unit: 'key',
    category: 'wallcovering_damage',
    pricedAs: 'medium',
  }),
  forKeys({
    key: 'drapes',
    title: 'Drapes and blackout',
    action: 'Replace drapes, blackout and hardware',
    class: 'soft_goods',
    unit: 'key',
    category: 'other',
  }),
  forKeys({
    key: 'mattresses',
    title: 'Mattresses',
    action: 'Replace mattress and box spring',
    class: 'ffe',
    unit: 'each',
    category: 'other',
  }),
  forKeys({
    key: 'case_goods',
    title: 'Case goods package',
    action: 'Replace headboard, desk, dresser and nightstands',
    class: 'case_goods',
    unit: 'key',
    category: 'other',
  }),
  forKeys({
    key: 'seating',
    title: 'Guest room seating',
    action: 'Reupholster or replace the seating',
    class: 'soft_goods',
    unit: 'each',
    category: 'upholstery_damage',
  }),
  forKeys({
    key: 'ptac',
    title: 'PTAC units',
    action: 'Replace the PTAC unit',
    class: 'mep',
    unit: 'each',
    category: 'hvac',
    pricedAs: 'high',
  }),
  forKeys({
    key: 'grout',
    title: 'Bathroom grout and caulk',
    action: 'Renew grout and caulk',
    class: 'finish',
    unit: 'bathroom',
    category: 'grout_caulk',
  }),
  forKeys({
    key: 'doors',
    title: 'Guest room entry doors',
    action: 'Replace with a fire-rated door',
    class: 'life_safety',
    unit: 'each',
    category: 'door_hardware',
    pricedAs: 'critical',
  }),
  forKeys({
    key: 'televisions',
    title: 'Televisions',
    action: 'Replace the television',
    class: 'technology',
    unit: 'each',
    category: 'other',
  }),
  {
    key: 'linen',
    title: 'Linen and terry',
    action: 'Bring linen and terry to brand par',
    class: 'ose',
    spending: 'operating',
    unit: 'key',
    per: 'key',
    category: 'other',
  },
  forPlan({
    key: 'wireless',
    title: 'Wireless network',
    action: 'Replace access points and controller',
    class: 'technology',
    unit: 'each',
    category: 'other',
  }),
  forPlan({
    key: 'accessible_rooms',
    title: 'Accessible guest room',
    action: 'Convert the room to ADA standards',
    class: 'ada',
    unit: 'room',
    category: 'other',
  }),
  forPlan({
    key: 'exterior_paint',
    title: 'Exterior paint',
    action: 'Prepare and repaint the facade',
    class: 'envelope',
    unit: 'square_foot',
    category: 'other',
  }),
  forPlan({
    key: 'parking',
    title: 'Parking lot',
    action: 'Seal and stripe the parking lot',
    class: 'site',
    unit: 'square_foot',
    category: 'other',
  }),
  forPlan({
    key: 'brand_sign',
    title: 'Building sign',
    action: 'Replace with the current brand sign',
    class: 'signage',
    unit: 'each',
    category: 'other',
  }),
];

import type { FindingCategory } from './finding-categories.ts';
import { t } from './language.ts';

/** The kind of work or goods of a plan's line (domain.md, 'Words of the field'). */
export const lineClasses = [
  'ffe',
  'ose',
  'soft_goods',
  'case_goods',
  'finish',
  'mep',
  'envelope',
  'site',
  'signage',
  'technology',
  'life_safety',
  'ada',
  'operations',
] as const;
export type LineClass = (typeof lineClasses)[number];

export const lineClassLabels: Record<LineClass, string> = {
  ffe: 'FF&E',
  ose: 'OS&E',
  soft_goods: t('Soft goods'),
  case_goods: t('Case goods'),
  finish: t('Finish'),
  mep: t('Mechanical, electrical, plumbing'),
  envelope: t('Building envelope'),
  site: t('Site'),
  signage: t('Signage'),
  technology: t('Technology'),
  life_safety: t('Life safety'),
  ada: 'ADA',
  operations: t('Operations'),
};

export const spendings = ['capital', 'operating'] as const;
export type Spending = (typeof spendings)[number];
export const spendingLabels: Record<Spending, string> = { capital: t('Capital'), operating: t('Operating') };

/** The class of the work on a finding. */
export const classOfCategory: Record<FindingCategory, LineClass> = {
  crack: 'finish',
  spall: 'envelope',
  // It is cleaned, so there is nothing to buy and to ship.
  stain: 'operations',
  water_damage: 'finish',
  mould: 'finish',
  peeling_paint: 'finish',
  wallcovering_damage: 'soft_goods',
  corrosion: 'mep',
  broken_tile: 'finish',
  grout_caulk: 'finish',
  carpet_wear: 'soft_goods',
  floor_damage: 'finish',
  upholstery_damage: 'soft_goods',
  casegoods_damage: 'case_goods',
  glass_damage: 'envelope',
  lighting_out: 'mep',
  fixture_broken: 'mep',
  leak: 'mep',
  hvac: 'mep',
  clutter: 'operations',
  dirt: 'operations',
  pest: 'operations',
  trip_hazard: 'life_safety',
  blocked_exit: 'life_safety',
  missing_extinguisher: 'life_safety',
  expired_tag: 'life_safety',
  missing_signage: 'signage',
  signage_damage: 'signage',
  electrical_exposed: 'life_safety',
  door_hardware: 'finish',
  pool_safety: 'life_safety',
  accessibility: 'ada',
  other: 'finish',
};

/** Cleaning, clearing and servicing are operating expenses. */
const operating: readonly FindingCategory[] = [
  'stain',
  'lighting_out',
  'clutter',
  'dirt',
  'pest',
  'blocked_exit',
  'expired_tag',
];
export const spendingOfCategory = (category: FindingCategory): Spending =>
  operating.includes(category) ? 'operating' : 'capital';

const furnishings: readonly LineClass[] = ['ffe', 'soft_goods', 'case_goods'];
/** Whether it is furniture, fixtures and equipment, to which freight and tax are added. */
export const isFurnishing = (name: LineClass): boolean => furnishings.includes(name);

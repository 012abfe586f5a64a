import { z } from 'zod';
import { t } from './language.ts';

/** Severities of a finding, worst first. */
export const severities = ['critical', 'high', 'medium', 'low'] as const;
export const severitySchema = z.enum(severities);
export type Severity = z.infer<typeof severitySchema>;

/** 0 for low to 3 for critical. */
export const severityRank = (severity: Severity): number => severities.length - 1 - severities.indexOf(severity);

/** The categories of findings. */
export const findingCategories = [
  'crack',
  'spall',
  'stain',
  'water_damage',
  'mould',
  'peeling_paint',
  'wallcovering_damage',
  'corrosion',
  'broken_tile',
  'grout_caulk',
  'carpet_wear',
  'floor_damage',
  'upholstery_damage',
  'casegoods_damage',
  'glass_damage',
  'lighting_out',
  'fixture_broken',
  'leak',
  'hvac',
  'clutter',
  'dirt',
  'pest',
  'trip_hazard',
  'blocked_exit',
  'missing_extinguisher',
  'expired_tag',
  'missing_signage',
  'signage_damage',
  'electrical_exposed',
  'door_hardware',
  'pool_safety',
  'accessibility',
  'other',
] as const;
export const findingCategorySchema = z.enum(findingCategories);
export type FindingCategory = z.infer<typeof findingCategorySchema>;

/** The three parts of the compliance score. */
export const scoreDimensions = ['safety', 'condition', 'maintenance'] as const;
export const scoreDimensionSchema = z.enum(scoreDimensions);
export type ScoreDimension = z.infer<typeof scoreDimensionSchema>;

/** The one dimension in which a finding of the category costs points. */
export const dimensionOf: Record<FindingCategory, ScoreDimension> = {
  crack: 'maintenance',
  spall: 'maintenance',
  stain: 'condition',
  water_damage: 'maintenance',
  mould: 'safety',
  peeling_paint: 'condition',
  wallcovering_damage: 'condition',
  corrosion: 'maintenance',
  broken_tile: 'condition',
  grout_caulk: 'maintenance',
  carpet_wear: 'condition',
  floor_damage: 'condition',
  upholstery_damage: 'condition',
  casegoods_damage: 'condition',
  glass_damage: 'safety',
  lighting_out: 'maintenance',
  fixture_broken: 'maintenance',
  leak: 'maintenance',
  hvac: 'maintenance',
  clutter: 'condition',
  dirt: 'condition',
  pest: 'safety',
  trip_hazard: 'safety',
  blocked_exit: 'safety',
  missing_extinguisher: 'safety',
  expired_tag: 'safety',
  missing_signage: 'maintenance',
  signage_damage: 'maintenance',
  electrical_exposed: 'safety',
  door_hardware: 'maintenance',
  pool_safety: 'safety',
  accessibility: 'safety',
  other: 'condition',
};

/** The displayed names of severities. */
export const severityLabels: Record<Severity, string> = {
  critical: t('Critical'),
  high: t('High'),
  medium: t('Medium'),
  low: t('Low'),
};

/** The displayed names of categories. */
export const findingCategoryLabels: Record<FindingCategory, string> = {
  crack: t('Crack'),
  spall: t('Spalled concrete or stucco'),
  stain: t('Stain'),
  water_damage: t('Water damage'),
  mould: t('Mold'),
  peeling_paint: t('Peeling paint'),
  wallcovering_damage: t('Wallcovering damage'),
  corrosion: t('Corrosion'),
  broken_tile: t('Broken tile'),
  grout_caulk: t('Grout or caulk'),
  carpet_wear: t('Carpet wear'),
  floor_damage: t('Floor or paving damage'),
  upholstery_damage: t('Upholstery damage'),
  casegoods_damage: t('Case goods damage'),
  glass_damage: t('Glass damage'),
  lighting_out: t('Lighting out'),
  fixture_broken: t('Broken fixture'),
  leak: t('Leak'),
  hvac: t('Heating or cooling'),
  clutter: t('Clutter'),
  dirt: t('Dirt'),
  pest: t('Pests'),
  trip_hazard: t('Trip hazard'),
  blocked_exit: t('Blocked exit'),
  missing_extinguisher: t('Missing extinguisher'),
  expired_tag: t('Expired tag'),
  missing_signage: t('Missing sign'),
  signage_damage: t('Damaged sign'),
  electrical_exposed: t('Exposed wiring'),
  door_hardware: t('Door hardware'),
  pool_safety: t('Pool safety'),
  accessibility: t('Accessibility'),
  other: t('Other'),
};

/** The three classes shown in inspections and in PIPs. */
export const severityClasses = ['critical', 'major', 'minor'] as const;
export type SeverityClass = (typeof severityClasses)[number];

/** high is shown as major, medium and low as minor. */
export const classOfSeverity: Record<Severity, SeverityClass> = {
  critical: 'critical',
  high: 'major',
  medium: 'minor',
  low: 'minor',
};

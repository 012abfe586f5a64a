import { describe, expect, it } from 'vitest';
import { pricingLine, type CostEntry } from '#contract/cost-catalogue.ts';
import type { FindingCategory, Severity } from '#contract/finding-categories.ts';
import { lineOfAction } from './actions.rules.ts';

const line = (category: FindingCategory, fromSeverity: Severity, action: string): CostEntry => ({
  category,
  fromSeverity,
  action,
  unit: 'each',
  costLow: 0,
  costHigh: 0,
  daysOnSite: 1,
  leadDays: 0,
});
const catalogue = [
  line('crack', 'low', 'Fill, sand and touch up'),
  line('crack', 'high', 'Structural engineer site visit'),
  line('wallcovering_damage', 'low', 'Mend the seam'),
  line('wallcovering_damage', 'medium', 'Replace the wallcovering'),
  line('carpet_wear', 'low', 'Replace carpet and pad'),
  line('stain', 'low', 'Hot-water extract carpet'),
  line('missing_signage', 'low', 'Post the document'),
  line('missing_signage', 'high', 'Fit an exit sign or emergency light'),
  line('door_hardware', 'low', 'Adjust the door hardware'),
  line('door_hardware', 'critical', 'Fit a new fire door'),
];

describe('an action that somebody gave is priced by what it is', () => {
  it.each<[FindingCategory, Severity, string, string]>([
    ['door_hardware', 'low', 'Replace the closer', 'Adjust the door hardware'],
    ['door_hardware', 'low', 'Replace the closer of the fire door', 'Adjust the door hardware'],
    ['door_hardware', 'low', 'Replace the fire door closers', 'Adjust the door hardware'],
    ['door_hardware', 'low', 'Replace the fire door, its frame and its closer', 'Fit a new fire door'],
    ['door_hardware', 'low', 'Replace', 'Adjust the door hardware'],
    ['door_hardware', 'low', '', 'Adjust the door hardware'],
    ['door_hardware', 'critical', 'Adjust the closer', 'Adjust the door hardware'],
    ['door_hardware', 'critical', 'Make the door close', 'Fit a new fire door'],
    ['wallcovering_damage', 'high', 'Mend the torn vinyl', 'Mend the seam'],
    ['wallcovering_damage', 'low', 'Replace the wallcovering in room 312', 'Replace the wallcovering'],
    ['wallcovering_damage', 'medium', 'Mend or replace the wallcovering', 'Replace the wallcovering'],
    ['missing_signage', 'low', 'Fit new exit signs', 'Fit an exit sign or emergency light'],
    ['carpet_wear', 'low', 'Clean the carpet', 'Replace carpet and pad'],
    // A repair of a wide crack still begins with the engineer.
    ['crack', 'high', 'Repair the crack', 'Structural engineer site visit'],
  ])('%s, %s: %s → %s', (category, severity, action, priced) => {
    const usual = pricingLine(catalogue, category, severity);
    expect(lineOfAction(catalogue, action, { category, usual }).action).toBe(priced);
  });

  it("takes the finding's category before the line of its check", () => {
    const usual = pricingLine(catalogue, 'stain', 'low');
    const priced = (action: string) => lineOfAction(catalogue, action, { category: 'carpet_wear', usual }).action;
    expect(priced('Replace the corridor carpet')).toBe('Replace carpet and pad');
    expect(priced('Wash it twice')).toBe('Hot-water extract carpet');
  });
});

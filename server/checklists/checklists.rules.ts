import type { ChecklistItem } from '#contract/checklists.ts';
import type { FindingCategory, Severity } from '#contract/finding-categories.ts';
import type { ChecklistItemRow } from '#server/schema/checklists.tables.ts';
import type { FindingRow } from '#server/schema/findings.tables.ts';
import type { AnswerRow } from './checklists.repository.ts';

/** What a failed item is a finding of, by the words of its title; the first that fits counts. */
const categories: [RegExp, FindingCategory][] = [
  [/k-class|extinguisher/i, 'missing_extinguisher'],
  [/\btag\b|certificate|in date|months/i, 'expired_tag'],
  [/drain cover|self-latching|rescue hook|ring buoy|no-diving|depth marks|accessible entry|deck/i, 'pool_safety'],
  [/outlet|electrical|cord|cable|floor box/i, 'electrical_exposed'],
  [/mat flat|carpet flat|corridor carpet|potholes|paving|kerb|dock edge/i, 'trip_hazard'],
  [/exit|aisles|path|egress|clear|unlocked|hydrant|fire lane|wedged/i, 'blocked_exit'],
  [/accessible|36 in/i, 'accessibility'],
  [/sign|notice|posted|evacuation plan|labelled|striping|room numbers/i, 'missing_signage'],
  [/mould/i, 'mould'],
  [/pest/i, 'pest'],
  [/lamp|lit|light/i, 'lighting_out'],
  [/hvac/i, 'hvac'],
  [/grout|caulk/i, 'grout_caulk'],
  [/leak|pipe|drip/i, 'leak'],
  [/ceiling/i, 'water_damage'],
  [/mirror|glass|window/i, 'glass_damage'],
  [/door|latch|lock/i, 'door_hardware'],
  [/seating|chairs|furniture|drapes|torn/i, 'upholstery_damage'],
  [/case goods|tables|front desk|headboard/i, 'casegoods_damage'],
  [/wall/i, 'wallcovering_damage'],
  [/floor|carpet|coping/i, 'floor_damage'],
  [/facade/i, 'crack'],
  [/clutter|storage/i, 'clutter'],
  [/clean|litter|grease|wipes|towels|stocked|covered/i, 'dirt'],
  [/machine|equipment|fixture|detector|phone|screen|guard|hood/i, 'fixture_broken'],
];

export const categoryOfItem = (title: string): FindingCategory =>
  categories.find(([words]) => words.test(title))?.[1] ?? 'other';

/** A starred item is critical when it fails; another is what a guest notices. */
export const severityOfItem = (critical: boolean): Severity => (critical ? 'critical' : 'medium');

/** Words of the checks that a defect contradicts, for defects that no check is about by itself. */
const relatedWords: Partial<Record<FindingCategory, RegExp>> = {
  crack: /cracks?|facade|deck|coping|mirrors/i,
  spall: /facade|paving|deck|dock/i,
  stain: /stain|carpet|linens|walls|clean/i,
  water_damage: /ceiling|leak|drip/i,
  mould: /mould|grout|rest rooms|bathroom/i,
  peeling_paint: /peeling|walls|facade/i,
  wallcovering_damage: /wall/i,
  corrosion: /corrosion|rails|ladders|fixtures|equipment/i,
  broken_tile: /tile|floor|bathroom/i,
  grout_caulk: /grout|tile|bathroom/i,
  carpet_wear: /carpet|floor/i,
  floor_damage: /floor|carpet|paving|deck/i,
  upholstery_damage: /seating|chairs|furniture|drapes/i,
  casegoods_damage: /case goods|tables|desk/i,
  glass_damage: /glass|mirror|window/i,
  clutter: /clutter|clear|aisles|litter/i,
  dirt: /clean|litter|grease/i,
  trip_hazard: /flat|trip|threshold|cables/i,
};

/** Whether a finding of the category is just what the check asks about. */
export const contradicts = (category: FindingCategory, title: string): boolean =>
  category !== 'other' && categoryOfItem(title) === category;

/** The check of an area that a finding contradicts most: the one about its category, else the first whose words fit. */
export const contradictedItem = <Item extends { title: string }>(
  category: FindingCategory,
  items: readonly Item[],
): Item | null =>
  items.find(({ title }) => contradicts(category, title)) ??
  items.find(({ title }) => relatedWords[category]?.test(title)) ??
  null;

export function toChecklistItem(
  item: ChecklistItemRow,
  answer?: Pick<AnswerRow, 'result' | 'note'>,
  hint?: Pick<FindingRow, 'id' | 'title' | 'aiConfidence'>,
): ChecklistItem {
  return {
    id: item.id,
    title: item.title,
    critical: item.critical,
    category: categoryOfItem(item.title),
    sortOrder: item.sortOrder,
    result: answer?.result ?? null,
    note: answer?.note ?? null,
    aiHint: hint
      ? { result: 'fail', confidence: Number(hint.aiConfidence ?? 0), issueId: hint.id, issue: hint.title }
      : null,
  };
}

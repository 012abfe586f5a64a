import type { ChecklistItem } from '#contract/checklists.ts';
import type { FindingCategory, Severity } from '#contract/finding-categories.ts';
import type { ChecklistItemRow } from '#server/schema/checklists.tables.ts';
import type { FindingRow } from '#server/schema/findings.tables.ts';
import type { AnswerRow } from './checklists.repository.ts';

/** A starred item is critical when it fails; any other would be noticed by a guest. */
export const severityOfItem = (critical: boolean): Severity => (critical ? 'critical' : 'medium');

/** Words in checks that a category contradicts, for categories that no check names. */
const relatedWords: Partial<Record<FindingCategory, RegExp>> = {
  crack: /cracks?|facade|deck|coping|mirrors/i,
  spall: /facade|paving|deck|dock/i,
  stain: /stain|carpet|linens|walls|clean/i,
  water_damage: /ceiling|leak|drip/i,
  mould: /mold|grout|restrooms|bathroom/i,
  peeling_paint: /peeling|walls|facade/i,
  wallcovering_damage: /wall/i,
  corrosion: /corrosion|rails|ladders|fixtures|equipment/i,
  broken_tile: /tile|floor|bathroom/i,
  grout_caulk: /grout|tile|bathroom/i,
  carpet_wear: /carpet|floor/i,
  floor_damage: /floor|carpet|paving|deck/i,
  upholstery_damage: /seating|chairs|furniture|drapes/i,
  casegoods_damage: /furniture|tables|desk/i,
  glass_damage: /glass|mirror|window/i,
  clutter: /clutter|clear|aisles|litter/i,
  dirt: /clean|litter|grease/i,
  trip_hazard: /flat|trip|cables/i,
};

type Contradictable = Pick<ChecklistItemRow, 'title' | 'category'>;

/** Whether the check is about this category. */
export const contradicts = (category: FindingCategory, item: Contradictable): boolean =>
  category !== 'other' && item.category === category;

/**
 * The check of an area that a finding contradicts most: the one about its category, or else the first whose words
 * match.
 */
export const contradictedItem = <Item extends Contradictable>(
  category: FindingCategory,
  items: readonly Item[],
): Item | null =>
  items.find((item) => contradicts(category, item)) ??
  items.find(({ title }) => relatedWords[category]?.test(title)) ??
  null;

export function toChecklistItem(
  item: ChecklistItemRow,
  answer?: Pick<AnswerRow, 'result' | 'note' | 'severity'> | null,
  hint?: Pick<FindingRow, 'id' | 'title' | 'aiConfidence'>,
): ChecklistItem {
  return {
    id: item.id,
    title: item.title,
    critical: item.critical,
    category: item.category,
    sortOrder: item.sortOrder,
    result: answer?.result ?? null,
    note: answer?.note ?? null,
    severity: answer?.result === 'fail' ? answer.severity : null,
    aiHint: hint
      ? { result: 'fail', confidence: Number(hint.aiConfidence ?? 0), issueId: hint.id, issue: hint.title }
      : null,
  };
}

type GivenAnswer = Pick<ChecklistItem, 'result'> & { note?: string | null | undefined };

const isSameAnswer = (a: GivenAnswer, b: GivenAnswer): boolean =>
  a.result === b.result && (a.note?.trim() || null) === (b.note?.trim() || null);

/** Whether the current answer is one that the device has not seen and that differs from the one it sends. */
export const isAnsweredMeanwhile = (
  current: GivenAnswer,
  given: GivenAnswer,
  known: readonly GivenAnswer[] | undefined,
): boolean => known !== undefined && ![given, ...known].some((answer) => isSameAnswer(answer, current));

import { extrapolated, sampleSchema, sampleText } from '#contract/plan-line-details.ts';
import type { PlanItem } from '#contract/plans.ts';

/** What a contractor needs to price a line, as typed. */
export interface DetailDraft {
  building: string;
  floor: string;
  standard: string;
  responsible: string;
  sampleFound: string;
  sampleOf: string;
  sampleAll: string;
  horizonMonths: string;
}

export const detailsOf = (item: PlanItem | null): DetailDraft => ({
  building: item?.building ?? '',
  floor: item?.floor ?? '',
  standard: item?.standard ?? '',
  responsible: item?.responsible ?? '',
  sampleFound: item?.sample ? String(item.sample.found) : '',
  sampleOf: item?.sample ? String(item.sample.of) : '',
  sampleAll: item?.sample ? String(item.sample.all) : '',
  horizonMonths: item?.horizonMonths ? String(item.horizonMonths) : '',
});

/** What the call gets; an empty field clears what was there. */
export const detailInput = (draft: DetailDraft) => ({
  building: draft.building,
  floor: draft.floor,
  standard: draft.standard,
  responsible: draft.responsible,
  sample:
    draft.sampleFound || draft.sampleOf || draft.sampleAll
      ? { found: draft.sampleFound, of: draft.sampleOf, all: draft.sampleAll }
      : null,
  horizonMonths: draft.horizonMonths ? Number(draft.horizonMonths) : null,
});

/** The arithmetic of the sample as typed, and the quantity that it gives; null while it is not whole. */
export function sampledQuantity(draft: DetailDraft): { text: string; quantity: number } | null {
  const result = sampleSchema.safeParse(detailInput(draft).sample);
  return result.success ? { text: sampleText(result.data), quantity: extrapolated(result.data) } : null;
}

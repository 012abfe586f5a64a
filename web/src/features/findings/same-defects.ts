import { useMutation } from '@tanstack/react-query';
import { findingCategoryLabels } from '#contract/finding-categories.ts';
import { findingSchema, type Finding } from '#contract/findings.ts';
import { t } from '#contract/language.ts';
import { api } from '#web/lib/api.ts';
import { formatDate } from '#web/lib/format.ts';
import { invalidate } from '#web/lib/query.ts';
import { toast, toastError } from '#web/lib/toast.ts';

export interface DoubtfulPair {
  finding: Finding;
  /** Of an earlier inspection only what is shown is its own. */
  other: Finding;
  /** When the other one was found, if that was in an earlier inspection of the place. */
  earlierAt: string | null;
}

/** Pairs of findings that may be the same defect and on which nobody has decided; each pair once. */
export function doubtfulPairs(findings: readonly Finding[]): DoubtfulPair[] {
  const places = new Map(findings.map(({ id }, place) => [id, place]));
  return findings.flatMap((finding, place) =>
    finding.sameAs.flatMap((id) => {
      const at = places.get(id);
      const other = at !== undefined && at > place ? findings[at] : undefined;
      return finding.abilities.edit && other ? [{ finding, other, earlierAt: null }] : [];
    }),
  );
}

/** Findings that may be those of an earlier inspection of the place. */
export const earlierPairs = (findings: readonly Finding[]): DoubtfulPair[] =>
  findings.flatMap((finding) => {
    const { sameAsEarlier: earlier, abilities } = finding;
    if (!abilities.edit || !earlier) return [];
    const { createdAt, ...shown } = earlier;
    return [{ finding, other: { ...finding, ...shown, places: [], parts: [] }, earlierAt: createdAt }];
  });

/** What is asked, and what follows from a yes. */
export function questionText({ finding, other, earlierAt }: DoubtfulPair): string {
  const category = findingCategoryLabels[finding.category];
  if (!earlierAt)
    return t('{category} on two photos that look alike. Merged, they are one finding with both photos.', { category });
  const values = { category, date: formatDate(earlierAt) };
  return finding.photoId && other.photoId
    ? t(
        '{category} was already found here on {date} and is still open. The same defect is one item in plans, with both photos.',
        values,
      )
    : t('{category} was already found here on {date} and is still open. The same defect is one item in plans.', values);
}

const invalidateRelated = () =>
  invalidate('/api/area-sessions', '/api/inspection-runs', '/api/inspections', '/api/admin/inspections', '/api/photos');

/** How to undo a merge: the id of the merged finding, and the ids of the findings that were merged into it before. */
export function mergeToUndo(
  keptId: string,
  { finding, other, earlierAt }: DoubtfulPair,
): { id: string; ids: string[] } {
  if (earlierAt) return { id: finding.id, ids: [] };
  const merged = keptId === finding.id ? other : finding;
  return { id: merged.id, ids: merged.parts.map(({ id }) => id) };
}

/** Separates a merged finding; the findings in `ids` stay merged into it. */
export const useSeparate = () =>
  useMutation({
    mutationFn: ({ id, ids = [] }: { id: string; ids?: string[] }) =>
      api.post(`/api/issues/${id}/separate`, { ids }, findingSchema),
    onSuccess: ({ title }) => toast({ title: t('Findings separated'), description: title }),
    onError: (error) => toastError(t('Not separated'), error),
    onSettled: invalidateRelated,
  });

/** Merges two findings of the same defect and offers an undo. */
export function useMerge() {
  const separate = useSeparate();
  return useMutation({
    mutationFn: ({ finding, other }: DoubtfulPair) =>
      api.post(`/api/issues/${finding.id}/merge`, { ids: [other.id] }, findingSchema),
    onSuccess: (kept, pair) => {
      toast({
        title: pair.earlierAt ? t('Kept as the same defect') : t('Merged into one finding'),
        description: kept.title,
        action: { label: t('Undo'), run: () => separate.mutate(mergeToUndo(kept.id, pair)) },
      });
    },
    onError: (error) => toastError(t('Not merged'), error),
    onSettled: invalidateRelated,
  });
}

/** Records that two findings are different defects, so that nobody is asked again. */
export const useMarkDifferent = () =>
  useMutation({
    mutationFn: ({ finding, other }: DoubtfulPair) =>
      api.post(`/api/issues/${finding.id}/tell-apart`, { ids: [other.id] }, findingSchema),
    onSuccess: () => toast({ title: t('Kept as two findings') }),
    onError: (error) => toastError(t('Not saved'), error),
    onSettled: invalidateRelated,
  });

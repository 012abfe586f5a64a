import { CircleCheck, Lock, TriangleAlert } from 'lucide-react';
import type { Inspection } from '#contract/inspections.ts';
import { t } from '#contract/language.ts';
import { cn } from '#web/lib/cn.ts';
import { formatLongDateTime } from '#web/lib/format.ts';

const submitted = (when: string | null) =>
  when
    ? t('Submitted on {when}. Locked while the brand reviews.', { when: formatLongDateTime(when) })
    : t('Submitted. Locked while the brand reviews.');
const approved = (when: string | null) =>
  when ? t('Approved on {when}. Locked.', { when: formatLongDateTime(when) }) : t('Approved. Locked.');

/** The state of the review and the reviewer's note; hidden while the inspection is in progress. */
export function ReviewNotice({ inspection }: { inspection: Inspection }) {
  const { status, reviewNote, reviewedAt, completedAt } = inspection;
  if (status === 'in_progress') return null;
  const [Icon, tone, title, text] = {
    pending_review: [
      Lock,
      'border border-line bg-sunken text-ink-2',
      t('Pending Review'),
      submitted(completedAt),
    ] as const,
    requires_action: [
      TriangleAlert,
      'bg-high-soft text-high',
      t('Requires Action'),
      reviewNote ?? t('The reviewer asked for a re-inspection.'),
    ] as const,
    approved: [CircleCheck, 'bg-good-soft text-good', t('Approved'), reviewNote ?? approved(reviewedAt)] as const,
  }[status];
  return (
    <div role="note" className={cn('flex gap-3 rounded-card px-4 py-3', tone)}>
      <Icon aria-hidden="true" className="mt-px size-5 shrink-0" />
      <div className="min-w-0">
        <p className="font-strong">{title}</p>
        <p className="whitespace-pre-wrap">{text}</p>
      </div>
    </div>
  );
}

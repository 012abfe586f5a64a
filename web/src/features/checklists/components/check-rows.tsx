import { CircleCheck, Sparkles, TriangleAlert } from 'lucide-react';
import type { ChecklistItem } from '#contract/checklists.ts';
import { CheckAnswers, type CheckResult } from '#web/features/checklists/components/check-answers.tsx';
import { toLiveCheck } from '#web/features/checklists/live-checks.ts';

/** The AI detection that suggests a failed check; nothing without one. */
export function CheckHint({ item }: { item: ChecklistItem }) {
  const { aiVerified, confidence, issue } = toLiveCheck(item);
  if (!aiVerified) return null;
  return (
    <span className="flex items-start gap-1 text-small font-medium text-high">
      <Sparkles aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
      AI saw: {issue}, {Math.round(confidence ?? 0)}% sure
    </span>
  );
}

function Row({
  item,
  editable,
  onAnswer,
}: {
  item: ChecklistItem;
  editable: boolean;
  onAnswer: (result: CheckResult) => void;
}) {
  const check = toLiveCheck(item);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <span className="min-w-0 flex-1 basis-44">
        <span className="flex items-start gap-1.5 font-medium">
          {check.completed && <CircleCheck aria-label="Done" className="mt-0.5 size-4 shrink-0 text-accent" />}
          {check.title}
        </span>
        {check.description && (
          <span className="flex items-start gap-1 text-small text-ink-2">
            {item.critical && <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />}
            {check.description}
          </span>
        )}
        <CheckHint item={item} />
      </span>
      <CheckAnswers item={item} disabled={!editable} onAnswer={onAnswer} />
    </li>
  );
}

/** All checks with their answer buttons. */
export function CheckRows({
  items,
  editable,
  onAnswer,
}: {
  items: readonly ChecklistItem[];
  editable: boolean;
  onAnswer: (item: ChecklistItem, result: CheckResult) => void;
}) {
  return (
    <ol className="divide-y divide-line">
      {items.map((item) => (
        <Row key={item.id} item={item} editable={editable} onAnswer={(result) => onAnswer(item, result)} />
      ))}
    </ol>
  );
}

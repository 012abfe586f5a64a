import { useState, type ReactNode } from 'react';
import { CircleCheck, CircleX, Sparkles, TriangleAlert } from 'lucide-react';
import type { ChecklistItem } from '#contract/checklists.ts';
import { t } from '#contract/language.ts';
import { CheckAnswers, type CheckResult } from '#web/features/checklists/components/check-answers.tsx';
import type { Item } from '#web/lib/outbox/entry.ts';
import { Button } from '#web/ui/button.tsx';
import { FailedCheck } from '#web/features/checklists/components/failed-check.tsx';
import type { AnswerDetails } from '#web/features/checklists/answer-kind.ts';
import { UnsentNote } from '#web/ui/unsent-note.tsx';
import { toLiveCheck } from '#web/features/checklists/live-checks.ts';

/** The AI detection that suggests failing a check; hidden if there is none. */
export function CheckHint({ item }: { item: ChecklistItem }) {
  const { aiVerified, confidence, issue } = toLiveCheck(item);
  if (!aiVerified) return null;
  return (
    <span className="flex items-start gap-1 text-small font-medium text-high">
      <Sparkles aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
      {t('AI saw: {issue}, {confidence}% sure', { issue, confidence: Math.round(confidence ?? 0) })}
    </span>
  );
}

/** The control that takes a photo of the failed check with this id. */
export type PhotoOf = (checkId: string) => ReactNode;

function Row({
  item,
  answer,
  editable,
  photoOf,
  onAnswer,
}: {
  item: ChecklistItem;
  answer?: Item;
  editable: boolean;
  photoOf: PhotoOf;
  onAnswer: (result: CheckResult | null, details?: AnswerDetails) => void;
}) {
  const check = toLiveCheck(item);
  const [failing, setFailing] = useState(false);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <span className="min-w-0 flex-1 basis-44">
        <span className="flex items-start gap-1.5 font-medium">
          {item.result === 'fail' ? (
            <CircleX aria-label={t('Fail')} className="mt-0.5 size-4 shrink-0 text-critical" />
          ) : (
            check.completed && <CircleCheck aria-label={t('Done')} className="mt-0.5 size-4 shrink-0 text-accent" />
          )}
          {t(check.title)}
        </span>
        {check.description && (
          <span className="flex items-start gap-1 text-small text-ink-2">
            {item.critical && <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />}
            {t(check.description)}
          </span>
        )}
        <CheckHint item={item} />
        {answer && <UnsentNote items={[answer]} />}
      </span>
      <CheckAnswers
        item={item}
        disabled={!editable}
        onAnswer={(result) => {
          setFailing(result === 'fail');
          onAnswer(result);
        }}
      />
      {editable && item.result === 'fail' && (
        <FailedCheck
          item={item}
          asking={failing}
          photo={photoOf(item.id)}
          onChange={(details) => onAnswer('fail', details)}
          onSave={() => setFailing(false)}
          onUndo={() => onAnswer(null)}
        />
      )}
    </li>
  );
}

/** All checks with their answer buttons. */
export function CheckRows({
  items,
  unsent,
  editable,
  photoOf,
  onAnswer,
}: {
  items: readonly ChecklistItem[];
  /** Unsent answers by check id. */
  unsent: ReadonlyMap<string, Item>;
  editable: boolean;
  photoOf: PhotoOf;
  onAnswer: (item: ChecklistItem, result: CheckResult | null, details?: AnswerDetails) => void;
}) {
  const rest = items.filter(({ critical, result, aiHint }) => !critical && result === null && aiHint === null);
  return (
    <>
      <ol className="divide-y divide-line">
        {items.map((item) => (
          <Row
            key={item.id}
            item={item}
            answer={unsent.get(item.id)}
            editable={editable}
            photoOf={photoOf}
            onAnswer={(result, details) => onAnswer(item, result, details)}
          />
        ))}
      </ol>
      {editable && rest.length > 1 && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3">
          <span className="text-small text-ink-2">{t('Critical checks and those that the AI doubts stay open.')}</span>
          <Button
            variant="secondary"
            size="sm"
            onClick={() => {
              for (const item of rest) onAnswer(item, 'pass');
            }}
          >
            {t('Pass the rest ({rest})', { rest: rest.length })}
          </Button>
        </div>
      )}
    </>
  );
}

import type { checklistResults, ChecklistItem } from '#contract/checklists.ts';
import { t } from '#contract/language.ts';
import { Button } from '#web/ui/button.tsx';

export type CheckResult = (typeof checklistResults)[number];
const results: readonly { value: CheckResult; label: string; name: string }[] = [
  { value: 'not_applicable', label: t('N/A'), name: t('Not applicable') },
  { value: 'fail', label: t('Fail'), name: t('Fail') },
  { value: 'pass', label: t('Pass'), name: t('Pass') },
];

const variantOf = (value: CheckResult, result: CheckResult | null, emphasis: boolean) =>
  result === value ? (value === 'fail' ? 'danger' : 'primary') : emphasis && value === 'pass' ? 'primary' : 'secondary';

/** The N/A, Fail and Pass buttons of one check. */
export function CheckAnswers({
  item,
  emphasis = false,
  disabled = false,
  onAnswer,
}: {
  item: Pick<ChecklistItem, 'title' | 'result'>;
  /** Emphasizes Pass while the check is not answered. */
  emphasis?: boolean;
  disabled?: boolean;
  onAnswer: (result: CheckResult) => void;
}) {
  return (
    <div role="group" aria-label={t(item.title)} className="flex flex-wrap gap-2">
      {results.map(({ value, label, name }) => (
        <Button
          key={value}
          size="sm"
          variant={variantOf(value, item.result, emphasis)}
          aria-label={name}
          aria-pressed={item.result === value}
          disabled={disabled}
          onClick={() => onAnswer(value)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

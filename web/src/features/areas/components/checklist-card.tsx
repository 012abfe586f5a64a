import { useQuery } from '@tanstack/react-query';
import { ListChecks, Sparkles, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { checklistResults, ChecklistItem } from '#contract/checklists.ts';
import { checklistQuery, useAnswerCheck } from '#web/features/areas/checklist-api.ts';
import { plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Sheet, SheetContent } from '#web/ui/sheet.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';

type Result = (typeof checklistResults)[number];
const results: readonly { value: Result; label: string; name: string }[] = [
  { value: 'not_applicable', label: 'N/A', name: 'Not applicable' },
  { value: 'fail', label: 'Fail', name: 'Fail' },
  { value: 'pass', label: 'Pass', name: 'Pass' },
];

/** N/A, Fail and Pass for one check; the present result is pressed. */
function Answers({
  item,
  emphasis,
  disabled,
  onAnswer,
}: {
  item: ChecklistItem;
  /** Pass stands out while nothing is answered. */
  emphasis: boolean;
  disabled: boolean;
  onAnswer: (result: Result) => void;
}) {
  return (
    <div role="group" aria-label={item.title} className="flex gap-2">
      {results.map(({ value, label, name }) => (
        <Button
          key={value}
          size="sm"
          variant={item.result === value || (emphasis && value === 'pass') ? 'primary' : 'secondary'}
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

function Hint({ item }: { item: ChecklistItem }) {
  if (!item.aiHint) return null;
  return (
    <span className="flex items-center gap-1 text-small font-medium text-high">
      <Sparkles aria-hidden="true" className="size-3.5" />A photo suggests Fail
    </span>
  );
}

function Rows({
  items,
  editable,
  onAnswer,
}: {
  items: readonly ChecklistItem[];
  editable: boolean;
  onAnswer: (item: ChecklistItem, result: Result) => void;
}) {
  return (
    <ol className="divide-y divide-line">
      {items.map((item) => (
        <li key={item.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
          <span className="min-w-0 flex-1 basis-52">
            <span className="block font-medium">{item.title}</span>
            {item.critical && (
              <span className="flex items-center gap-1 text-small text-ink-2">
                <TriangleAlert aria-hidden="true" className="size-3.5" />
                Critical when it fails
              </span>
            )}
            <Hint item={item} />
          </span>
          <Answers item={item} emphasis={false} disabled={!editable} onAnswer={(result) => onAnswer(item, result)} />
        </li>
      ))}
    </ol>
  );
}

/** The next check of the area with its three answers; all of them on demand. */
export function ChecklistCard({ sessionId, editable }: { sessionId: string; editable: boolean }) {
  const { data, error, refetch } = useQuery(checklistQuery(sessionId));
  const answer = useAnswerCheck(sessionId);
  const [all, setAll] = useState(false);
  if (error)
    return <ErrorState title="The checklist could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Card className="grid min-h-[124px] sm:min-h-[68px] content-center gap-2 px-3.5 py-3">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-3 w-3/5" />
      </Card>
    );
  const next = editable ? data.find(({ result }) => result === null) : undefined;
  const answered = data.filter(({ result }) => result !== null).length;
  const failed = data.filter(({ result }) => result === 'fail').length;
  const reply = (item: ChecklistItem, result: Result) => answer.mutate({ itemId: item.id, result, note: item.note });
  return (
    <Card className="flex min-h-[124px] flex-wrap items-center sm:min-h-[68px] gap-x-3 gap-y-2 px-3.5 py-3">
      <div className="min-w-0 flex-1 basis-32">
        <p className="font-semibold">
          {next ? next.title : answered === data.length ? 'Checklist complete' : 'Checklist'}
        </p>
        <button
          type="button"
          onClick={() => setAll(true)}
          className="flex min-h-7 items-center gap-1.5 text-left text-small text-ink-2 hover:text-ink hover:underline touch:min-h-9"
        >
          {!next && <ListChecks aria-hidden="true" className="size-4 shrink-0" />}
          {next
            ? `Next on the checklist, ${answered + 1} of ${data.length}`
            : `${answered} of ${plural(data.length, 'check')} done${failed > 0 ? `, ${failed} failed` : ''}`}
        </button>
        {next && <Hint item={next} />}
      </div>
      {next && <Answers item={next} emphasis disabled={answer.isPending} onAnswer={(result) => reply(next, result)} />}
      <Sheet open={all} onOpenChange={setAll}>
        <SheetContent title="Checklist" description={`${answered} of ${plural(data.length, 'check')} done`}>
          <Rows items={data} editable={editable && !answer.isPending} onAnswer={reply} />
        </SheetContent>
      </Sheet>
    </Card>
  );
}

import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import type { ChecklistItem } from '#contract/checklists.ts';
import { blankChecklistQuery, checklistQuery, useAnswerCheck } from '#web/features/checklists/api.ts';
import { CheckAnswers, type CheckResult } from '#web/features/checklists/components/check-answers.tsx';
import { CheckHint, CheckRows } from '#web/features/checklists/components/check-rows.tsx';
import { plural } from '#web/lib/format.ts';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Sheet, SheetContent } from '#web/ui/sheet.tsx';
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import type { Scope } from '#web/lib/scope.ts';

interface ChecklistCardProps {
  /** Null before the inspection is started; the checklist of `areaId` is shown then. */
  scope: Scope | null;
  areaId?: string;
  editable: boolean;
}

/** Loads the checks and saves their answers. */
function useChecks({ scope, areaId = '' }: Pick<ChecklistCardProps, 'scope' | 'areaId'>) {
  const query = useQuery(scope ? checklistQuery(scope) : blankChecklistQuery(areaId));
  const answer = useAnswerCheck(scope ?? { of: 'inspections', id: '' });
  return {
    ...query,
    pending: answer.isPending,
    reply: (item: ChecklistItem, result: CheckResult) => answer.mutate({ itemId: item.id, result, note: item.note }),
  };
}

const doneText = (items: readonly ChecklistItem[]): string => {
  const answered = items.filter(({ result }) => result !== null).length;
  const failed = items.filter(({ result }) => result === 'fail').length;
  return `${answered} of ${plural(items.length, 'check')} done${failed > 0 ? `, ${failed} failed` : ''}`;
};

const Failed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <ErrorState title="Checklist could not be loaded" error={error} onRetry={onRetry} />
);

/** The next check with its answer buttons; the whole checklist can be expanded. */
export function ChecklistCard({ scope, areaId, editable }: ChecklistCardProps) {
  const { data, error, refetch, pending, reply } = useChecks({ scope, areaId });
  const [all, setAll] = useState(false);
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Card className="grid min-h-[124px] sm:min-h-[68px] content-center gap-2 px-3.5 py-3">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-3 w-3/5" />
      </Card>
    );
  const next = editable ? data.find(({ result }) => result === null) : undefined;
  const answered = data.filter(({ result }) => result !== null).length;
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
          {next ? `Next on the checklist, ${answered + 1} of ${data.length}` : doneText(data)}
        </button>
        {next && <CheckHint item={next} />}
      </div>
      {next && <CheckAnswers item={next} emphasis disabled={pending} onAnswer={(result) => reply(next, result)} />}
      <Sheet open={all} onOpenChange={setAll}>
        <SheetContent title="Checklist" description={doneText(data)}>
          <CheckRows items={data} editable={editable && !pending} onAnswer={reply} />
        </SheetContent>
      </Sheet>
    </Card>
  );
}

/** The whole checklist, for wide screens. */
export function ChecklistList({ scope, areaId, editable }: ChecklistCardProps) {
  const { data, error, refetch, pending, reply } = useChecks({ scope, areaId });
  return (
    <Card>
      <CardHeader
        title="Checklist"
        note={data && (scope ? doneText(data) : `${plural(data.length, 'check')}, answered while you record`)}
      />
      {error && !data ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div className="border-t border-line px-[18px]">
          <CheckRows items={data} editable={editable && !pending} onAnswer={reply} />
        </div>
      ) : (
        <SkeletonRows rows={8} label="Loading checklist" />
      )}
    </Card>
  );
}

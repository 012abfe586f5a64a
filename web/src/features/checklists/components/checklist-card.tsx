import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import type { ChecklistItem } from '#contract/checklists.ts';
import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import { answersIn, withAnswers, type AnswerDetails } from '#web/features/checklists/answer-kind.ts';
import { answerCheck } from '#web/features/checklists/answer-outbox.ts';
import { blankChecklistQuery, checklistQuery } from '#web/features/checklists/api.ts';
import { CheckAnswers, type CheckResult } from '#web/features/checklists/components/check-answers.tsx';
import { FailedCheck } from '#web/features/checklists/components/failed-check.tsx';
import { CheckHint, CheckRows, type PhotoOf } from '#web/features/checklists/components/check-rows.tsx';
import { cn } from '#web/lib/cn.ts';
import { useItems } from '#web/lib/use-items.ts';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Sheet, SheetContent } from '#web/ui/sheet.tsx';
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx';
import { isStuck, UnsentNote } from '#web/ui/unsent-note.tsx';
import type { Item } from '#web/lib/outbox/entry.ts';
import { ErrorState } from '#web/ui/states.tsx';
import { scopePath, type Scope } from '#web/lib/scope.ts';

interface ChecklistCardProps {
  /** Null before the inspection has started; then the blank checklist of `areaId` is shown. */
  scope: Scope | null;
  areaId?: string;
  editable: boolean;
  photoOf: PhotoOf;
}

/** Loads the checks with this device's answers applied, and records new answers. */
function useChecks({ scope, areaId = '' }: Pick<ChecklistCardProps, 'scope' | 'areaId'>) {
  const query = useQuery(scope ? checklistQuery(scope) : blankChecklistQuery(areaId));
  const items = useItems(scope ? scopePath(scope) : '');
  return {
    ...query,
    data: query.data && withAnswers(query.data, items),
    unsent: answersIn(items),
    reply({ id: itemId, note }: ChecklistItem, result: CheckResult | null, details: AnswerDetails = {}) {
      if (scope) answerCheck({ scope, itemId, result, note: result === null ? null : note, ...details });
    },
  };
}

const answeredText = (items: readonly ChecklistItem[]): string => {
  const answered = items.filter(({ result }) => result !== null).length;
  const failed = items.filter(({ result }) => result === 'fail').length;
  const checks = plural(items.length, 'check');
  return failed > 0
    ? t('{answered} of {checks} done, {failed} failed', { answered, checks, failed })
    : t('{answered} of {checks} done', { answered, checks });
};

const Failed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <ErrorState title={t('Checklist could not be loaded')} error={error} onRetry={onRetry} />
);

/** The number of unsent answers. Those that need a person are shown in the expanded checklist. */
function UnsentAnswers({ unsent, onOpen }: { unsent: ReadonlyMap<string, Item>; onOpen: () => void }) {
  const items = [...unsent.values()];
  const stuck = items.filter(isStuck).length;
  if (stuck === 0) return <UnsentNote items={items} />;
  return (
    <button
      type="button"
      onClick={onOpen}
      className="min-h-7 text-start text-small font-semibold text-critical hover:underline touch:min-h-11"
    >
      {t('{answers} not saved', { answers: plural(stuck, 'answer') })}
    </button>
  );
}

/** On a phone the answer buttons stand below the check. */
const heightOf = (withAnswers: boolean) => (withAnswers ? 'min-h-[124px] sm:min-h-[68px]' : 'min-h-[68px]');

/** The next check with its answer buttons; it can be expanded to the whole checklist. */
export function ChecklistCard({ scope, areaId, editable, photoOf }: ChecklistCardProps) {
  const { data, error, refetch, unsent, reply } = useChecks({ scope, areaId });
  const [all, setAll] = useState(false);
  const [failedId, setFailedId] = useState<string | null>(null);
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Card className={cn('grid content-center gap-2 px-3.5 py-3', heightOf(editable))}>
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-3 w-3/5" />
      </Card>
    );
  const next = editable ? data.find(({ result }) => result === null) : undefined;
  const answered = data.filter(({ result }) => result !== null).length;
  const failed = editable && data.find(({ id, result }) => id === failedId && result === 'fail');
  const answerNext = (item: ChecklistItem, result: CheckResult) => {
    setFailedId(result === 'fail' ? item.id : null);
    reply(item, result);
  };
  return (
    <Card className={cn('flex flex-wrap items-center gap-x-3 gap-y-2 px-3.5 py-3', heightOf(next !== undefined))}>
      <div className="min-w-0 flex-1 basis-32">
        <p className="font-semibold">
          {next ? t(next.title) : answered === data.length ? t('Checklist complete') : t('Checklist')}
        </p>
        <button
          type="button"
          onClick={() => setAll(true)}
          className="flex min-h-7 items-center gap-1.5 text-start text-small text-ink-2 hover:text-ink hover:underline touch:-mb-2 touch:min-h-11"
        >
          {!next && <ListChecks aria-hidden="true" className="size-4 shrink-0" />}
          {next
            ? t('Next on the checklist, {answered} of {all}', { answered: answered + 1, all: data.length })
            : answeredText(data)}
        </button>
        {next && <CheckHint item={next} />}
        <UnsentAnswers unsent={unsent} onOpen={() => setAll(true)} />
      </div>
      {next && <CheckAnswers item={next} emphasis onAnswer={(result) => answerNext(next, result)} />}
      {failed && (
        <FailedCheck
          key={failed.id}
          item={failed}
          asking
          photo={photoOf(failed.id)}
          onChange={(details) => reply(failed, 'fail', details)}
          onSave={() => setFailedId(null)}
          onUndo={() => reply(failed, null)}
        />
      )}
      <Sheet open={all} onOpenChange={setAll}>
        <SheetContent title={t('Checklist')} description={answeredText(data)}>
          <CheckRows items={data} editable={editable} photoOf={photoOf} unsent={unsent} onAnswer={reply} />
        </SheetContent>
      </Sheet>
    </Card>
  );
}

/** The whole checklist, for wide screens. */
export function ChecklistList({ scope, areaId, editable, photoOf }: ChecklistCardProps) {
  const { data, error, refetch, unsent, reply } = useChecks({ scope, areaId });
  return (
    <Card>
      <CardHeader
        title={t('Checklist')}
        note={
          data &&
          (scope
            ? answeredText(data)
            : t('{checks}, answered while you record', { checks: plural(data.length, 'check') }))
        }
      />
      {error && !data ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div className="border-t border-line px-[18px]">
          <CheckRows items={data} editable={editable} photoOf={photoOf} unsent={unsent} onAnswer={reply} />
        </div>
      ) : (
        <SkeletonRows rows={8} label={t('Loading checklist')} />
      )}
    </Card>
  );
}

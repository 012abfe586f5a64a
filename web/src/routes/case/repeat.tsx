import { useState } from 'react';
import type { CasePage } from '#contract/case-page.ts';
import { formatDueDate } from '#contract/due-dates.ts';
import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import { useStopRepeat } from '#web/features/cases/admin-api.ts';
import { RepeatDialog } from '#web/features/cases/components/repeat-dialog.tsx';
import { everyText } from '#web/features/cases/timeline-texts.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Whether and when a new inspection is opened automatically. */
export function RepeatCard({ page }: { page: CasePage }) {
  const { case: item, repeat, abilities } = page;
  const [dialog, setDialog] = useState<'set' | 'stop' | null>(null);
  const stop = useStopRepeat(item.id);
  const close = () => setDialog(null);
  if (!abilities.repeat) return null;
  return (
    <Card>
      <CardHeader
        title={t('Repeats')}
        note={
          repeat
            ? t('Opens {every}, next on {nextOn}, due {days} later', {
                every: everyText(repeat.everyMonths),
                nextOn: formatDueDate(repeat.nextOn),
                days: plural(repeat.dueAfterDays, 'day'),
              })
            : t('This inspection does not repeat')
        }
        action={
          <div className="flex flex-wrap gap-2">
            <Button size="sm" variant="secondary" onClick={() => setDialog('set')}>
              {repeat ? t('Change') : t('Repeat Inspection')}
            </Button>
            {repeat && (
              <Button size="sm" variant="secondary" onClick={() => setDialog('stop')}>
                {t('Stop')}
              </Button>
            )}
          </div>
        }
        className="pb-4"
      />
      {dialog === 'set' && <RepeatDialog page={page} onClose={close} />}
      <ConfirmDialog
        open={dialog === 'stop'}
        onOpenChange={(open) => !open && close()}
        title={t('Stop repeating this inspection?')}
        description={t('No new case is opened. Cases that are open stay open.')}
        confirmLabel={t('Stop repeating')}
        cancelLabel={t('Keep repeating')}
        pending={stop.isPending}
        onConfirm={() => stop.mutate(undefined, { onSettled: close })}
      />
    </Card>
  );
}

import { useState } from 'react';
import { findingCategoryLabels } from '#contract/finding-categories.ts';
import { t } from '#contract/language.ts';
import { formatMoney } from '#contract/money.ts';
import type { PlanItem } from '#contract/plans.ts';
import { useChangeItem } from '#web/features/plans/api.ts';
import { RepairPair } from '#web/features/findings/components/repair-pair.tsx';
import { hasPhoto } from '#web/features/plans/components/item-parts.tsx';
import { usePropertyTimes } from '#web/features/plans/property-times.ts';
import type { NextDecision } from '#web/features/plans/use-next-decision.ts';
import { toast } from '#web/lib/toast.ts';
import { BoxedPhoto } from '#web/ui/boxed-photo.tsx';
import { Button } from '#web/ui/button.tsx';
import { DialogContent } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { GuardedDialog } from '#web/ui/guarded-dialog.tsx';
import { Textarea } from '#web/ui/input.tsx';

const frame = 'h-[min(42dvh,380px)]';
const None = ({ children }: { children: string }) => (
  <p className={`grid place-items-center rounded-card bg-sunken px-4 text-ink-2 ${frame}`}>{children}</p>
);

/** The finding's photo next to those of the completed work. */
function BeforeAndAfter({ item }: { item: PlanItem }) {
  if (item.issue?.imageUrl && item.issue.repairs.length > 0)
    return <RepairPair finding={item.issue} className="h-[min(52dvh,480px)]" />;
  const box = item.issue?.boundingBox;
  const boxes = box ? [{ ...box, id: item.id, label: findingCategoryLabels[item.category], tone: item.severity }] : [];
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <figure className="grid content-start gap-1.5">
        <figcaption className="font-medium">{t('Before')}</figcaption>
        {hasPhoto(item) ? (
          <BoxedPhoto
            src={item.issue?.imageUrl ?? ''}
            alt={t('Before: {title}', { title: item.title })}
            fit="contain"
            loading="eager"
            boxes={boxes}
            className={frame}
          />
        ) : (
          <None>{t('The finding has no photo.')}</None>
        )}
      </figure>
      <figure className="grid content-start gap-1.5">
        <figcaption className="font-medium">{t('After')}</figcaption>
        {item.completionPhotos.length > 0 ? (
          item.completionPhotos.map((photo, index) => (
            <BoxedPhoto
              key={photo.id}
              src={photo.url}
              alt={t('After, photo {index}: {title}', { index: index + 1, title: item.title })}
              fit="contain"
              className={frame}
            />
          ))
        ) : (
          <None>{t('The owner added no photo.')}</None>
        )}
      </figure>
    </div>
  );
}

interface VerifyDialogProps {
  item: PlanItem;
  next: NextDecision;
  onClose: () => void;
}

/** Compares reported work before and after, to verify it or to return it with a note. */
export function VerifyDialog({ item, next, onClose }: VerifyDialogProps) {
  const change = useChangeItem();
  const { longDateTime } = usePropertyTimes();
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const facts = [
    ...(item.reportedAt ? [t('Reported {reportedAt}', { reportedAt: longDateTime(item.reportedAt) })] : []),
    ...(item.actualCost === null ? [] : [t('actual cost {actualCost}', { actualCost: formatMoney(item.actualCost) })]),
    ...(item.invoice ? [t('invoice {invoice}', { invoice: item.invoice })] : []),
  ];

  function save(status: 'completed' | 'in_progress') {
    if (status === 'in_progress' && !note.trim()) return setMissing(true);
    next.begin();
    change.mutate(
      { id: item.id, change: { status, note: note.trim() || undefined } },
      {
        onSuccess: () => {
          toast({
            title: status === 'completed' ? t('Work verified') : t('Work returned'),
            description: t(item.title),
          });
          onClose();
        },
        onError: next.cancel,
      },
    );
  }

  return (
    <GuardedDialog unsaved={note.trim() !== '' && !change.isSuccess} onClose={onClose}>
      {() => (
        <DialogContent
          title={t('Verify the work')}
          description={t(item.title)}
          shape="full"
          size="xl"
          footer={
            <>
              <Button variant="secondary" pending={change.isPending} onClick={() => save('in_progress')}>
                {t('Return')}
              </Button>
              <Button pending={change.isPending} onClick={() => save('completed')}>
                {t('Verify')}
              </Button>
            </>
          }
        >
          <div className="grid gap-4">
            <BeforeAndAfter item={item} />
            <p className="text-ink-2">{facts.join(' · ')}</p>
            {item.workNote && (
              <p className="whitespace-pre-wrap">{t('Owner: {workNote}', { workNote: item.workNote })}</p>
            )}
            <Field
              label={t('Note')}
              required={false}
              hint={t('Needed to return the work: say what is missing')}
              error={missing ? t('Say what is missing') : undefined}
            >
              {(control) => (
                <Textarea
                  {...control}
                  rows={3}
                  maxLength={2000}
                  value={note}
                  onChange={(event) => {
                    setNote(event.target.value);
                    setMissing(false);
                  }}
                />
              )}
            </Field>
          </div>
        </DialogContent>
      )}
    </GuardedDialog>
  );
}

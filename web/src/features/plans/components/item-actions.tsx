import { Check, CircleSlash, MoreHorizontal, Pencil, X, type LucideIcon } from 'lucide-react';
import { lazy, Suspense, type ComponentProps } from 'react';
import { t } from '#contract/language.ts';
import type { PlanItem } from '#contract/plans.ts';
import { plural } from '#contract/texts.ts';
import { useChangeItem } from '#web/features/plans/api.ts';
import { DeclineDialog } from '#web/features/plans/components/decline-dialog.tsx';
import { FinishDialog } from '#web/features/plans/components/finish-dialog.tsx';
import { LineActions } from '#web/features/plans/components/line-actions.tsx';
import { ModifyDialog } from '#web/features/plans/components/modify-dialog.tsx';
import { RequestButton } from '#web/features/plans/components/request-button.tsx';
import { VerifyDialog } from '#web/features/plans/components/verify-dialog.tsx';
import { useDesk, type ItemDialogName } from '#web/features/plans/use-plan-desk.ts';
import { useNextDecision, type NextDecision } from '#web/features/plans/use-next-decision.ts';
import { cn } from '#web/lib/cn.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#web/ui/dropdown-menu.tsx';

// The form is loaded when it is opened.
const VendorsDialog = lazy(() => import('#web/features/plans/components/vendors-dialog.tsx'));

type Quick = 'approved' | 'pending' | 'in_progress';
const done: Record<Quick, string> = {
  approved: t('Item approved'),
  pending: t('Decision taken back'),
  in_progress: t('Work started'),
};

/** The dialog for an action. */
function ItemDialog({ of, ...props }: { of: ItemDialogName; item: PlanItem; next: NextDecision; onClose: () => void }) {
  if (of === 'modify') return <ModifyDialog {...props} />;
  if (of === 'finish') return <FinishDialog {...props} />;
  if (of === 'verify') return <VerifyDialog {...props} />;
  if (of === 'vendors')
    return (
      <Suspense>
        <VendorsDialog {...props} />
      </Suspense>
    );
  return <DeclineDialog to={of} {...props} />;
}

/** A menu with Waive, which is used less often than the decisions next to it. */
function MoreDecisions({ item, onWaive }: { item: PlanItem; onWaive: () => void }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          size="sm"
          variant="secondary"
          className="px-2"
          aria-label={t('More decisions: {title}', { title: item.title })}
        >
          <MoreHorizontal aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem onSelect={onWaive}>
          <CircleSlash aria-hidden="true" />
          {t('Waive')}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** A decision with a key of its own, which presses it while its row has the focus. */
const KeyButton = ({
  shortcut,
  icon: Icon,
  children,
  ...props
}: ComponentProps<typeof Button> & { shortcut: string; icon: LucideIcon }) => (
  <Button size="sm" variant="secondary" className="px-2.5" aria-keyshortcuts={shortcut} {...props}>
    {!props.pending && <Icon aria-hidden="true" />}
    {children}
  </Button>
);

interface StepButtonProps {
  label: string;
  of: PlanItem;
  /** Whether keyboard focus moves to this button after a decision (see useNextDecision). */
  decision?: boolean;
  primary?: boolean;
  pending?: boolean;
  /** The id of the text that says why it cannot be pressed now. */
  blockedBy?: string;
  onClick?: () => void;
}

const StepButton = ({ label, of, decision, primary, pending, blockedBy, onClick }: StepButtonProps) => (
  <Button
    size="sm"
    data-decision={decision}
    variant={primary ? 'primary' : 'secondary'}
    pending={pending}
    disabled={blockedBy !== undefined}
    aria-describedby={blockedBy}
    aria-label={`${label}: ${t(of.title)}`}
    onClick={onClick}
  >
    {label}
  </Button>
);

/** A start that waits until what has changed of the item is accepted. */
const WaitingStart = ({ item }: { item: PlanItem }) => (
  <>
    <StepButton label={t('Start')} of={item} blockedBy={`${item.id}-waits`} />
    <p id={`${item.id}-waits`} className="order-last w-full text-small text-ink-2">
      {t('Changed since it was accepted. Work can start once the owner accepts the new version.')}
    </p>
  </>
);

/** The actions that the signed-in person may take on an item; hidden if there are none. */
export function ItemActions({ item, className }: { item: PlanItem; className?: string }) {
  const change = useChangeItem();
  const desk = useDesk();
  const dialog = desk.dialog?.itemId === item.id ? desk.dialog.of : null;
  const setDialog = (of: ItemDialogName | null) => desk.setDialog(of && { itemId: item.id, of });
  const { place, ...next } = useNextDecision(item, dialog === null && !change.isPending, desk.wasByRow);
  const { decide, modify, restore, start, startWaits, report, complete, verify, editLine, vendors } = item.abilities;
  // An open dialog stays open even if somebody else decides meanwhile. Saving then reports the conflict.
  const { ask, ...steps } = item.abilities;
  const hasRequests = ask.length > 0 || item.requests.length > 0;
  if (!Object.values(steps).some(Boolean) && !hasRequests && !dialog) return null;

  function set(status: Quick) {
    next.begin();
    change.mutate(
      { id: item.id, change: { status } },
      {
        onSuccess: (changed) =>
          status === 'approved'
            ? desk.decisions.announce(done[status], changed)
            : toast({ title: done[status], description: t(item.title) }),
        onError: next.cancel,
      },
    );
  }
  return (
    <div
      ref={place}
      data-item-actions
      className={cn('flex flex-wrap gap-1.5 print:hidden', decide && 'lg:min-w-[312px]', className)}
    >
      {decide && (
        <KeyButton
          shortcut="a"
          icon={Check}
          data-decision
          pending={change.isPending}
          aria-label={t('Approve: {title}', { title: item.title })}
          onClick={() => set('approved')}
        >
          {t('Approve')}
        </KeyButton>
      )}
      {editLine && <LineActions item={item} />}
      {modify && !editLine && (
        <KeyButton
          shortcut="m"
          icon={Pencil}
          aria-label={t('Modify: {title}', { title: item.title })}
          onClick={() => setDialog('modify')}
        >
          {t('Modify')}
        </KeyButton>
      )}
      {decide && (
        <KeyButton
          shortcut="r"
          icon={X}
          aria-label={t('Reject: {title}', { title: item.title })}
          onClick={() => setDialog('rejected')}
        >
          {t('Reject')}
        </KeyButton>
      )}
      {decide && <MoreDecisions item={item} onWaive={() => setDialog('waived')} />}
      {restore && (
        <StepButton label={t('Take back')} of={item} pending={change.isPending} onClick={() => set('pending')} />
      )}
      {start && (
        <StepButton
          label={t('Start')}
          of={item}
          pending={change.isPending}
          onClick={() => set('in_progress')}
          decision
        />
      )}
      {startWaits && <WaitingStart item={item} />}
      {(report || complete) && (
        <StepButton label={t('Complete')} of={item} onClick={() => setDialog('finish')} decision primary />
      )}
      {verify && <StepButton label={t('Verify')} of={item} onClick={() => setDialog('verify')} decision primary />}
      {vendors && (
        <StepButton
          label={item.quotes.length > 0 ? plural(item.quotes.length, 'quote') : t('Quotes')}
          of={item}
          onClick={() => setDialog('vendors')}
        />
      )}
      <RequestButton item={item} />
      {dialog && <ItemDialog of={dialog} item={item} next={next} onClose={() => setDialog(null)} />}
    </div>
  );
}

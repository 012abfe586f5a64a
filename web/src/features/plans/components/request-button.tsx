import { MessageSquareMore } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { t } from '#contract/language.ts';
import { requestText } from '#contract/plan-requests.ts';
import type { PlanItem } from '#contract/plans.ts';
import { Button } from '#web/ui/button.tsx';

// The thread and its forms are loaded only when they are opened.
const RequestDialog = lazy(() => import('#web/features/plans/components/request-dialog.tsx'));

/** The latest request for an item, next to the item's facts. */
export function ItemRequest({ item }: { item: PlanItem }) {
  const last = item.requests[0];
  return last && <p className="mt-1 text-small font-medium">{requestText(last)}</p>;
}

/** Sends the brand a request about an item, answers one, or shows the existing ones. */
export function RequestButton({ item }: { item: PlanItem }) {
  const [open, setOpen] = useState(false);
  const { ask, answerRequest } = item.abilities;
  // An open dialog stays open even if the other side acts meanwhile.
  if (ask.length === 0 && item.requests.length === 0 && !open) return null;
  const label = answerRequest ? t('Answer') : item.requests.length > 0 ? t('Request') : t('Ask the brand');
  return (
    <>
      <Button
        size="sm"
        variant={answerRequest ? 'primary' : 'secondary'}
        className="px-2.5"
        aria-label={`${label}: ${t(item.title)}`}
        onClick={() => setOpen(true)}
      >
        <MessageSquareMore aria-hidden="true" />
        {label}
      </Button>
      {open && (
        <Suspense>
          <RequestDialog item={item} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { InspectionCase } from '#contract/cases.ts';
import { t } from '#contract/language.ts';
import { casesQuery, useLinkCase } from '#web/features/cases/api.ts';
import { setupStep } from '#web/features/cases/setup-step.ts';
import { soonestFirst } from '#web/features/cases/soonest-first.ts';
import { toastError } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { DueText } from '#web/ui/due-text.tsx';

function SentCase({ case: item }: { case: InspectionCase }) {
  const link = useLinkCase();
  const navigate = useNavigate();
  return (
    <li className="flex items-center gap-3 px-[18px] py-3">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-strong">{item.propertyName}</span>
        <span className="flex flex-wrap gap-x-2 text-small text-ink-2">
          {item.caseNumber}
          <DueText dueDate={item.dueDate} />
        </span>
      </span>
      <Button
        variant="secondary"
        pending={link.isPending}
        aria-label={t('Link {propertyName}', { propertyName: item.propertyName })}
        onClick={() =>
          link.mutate(item.caseNumber, {
            onSuccess: (answer) => void navigate({ to: '/inspection-setup', search: setupStep(answer.case) }),
            onError: (error) => toastError(t('Error'), error),
          })
        }
      >
        {t('Link Property')}
      </Button>
    </li>
  );
}

/** Cases that were sent to the owner's address and are not linked yet, the soonest due first, each with a button to link it. */
export function SentCasesCard() {
  const { data } = useQuery(casesQuery({ status: 'pending' }));
  const sent = soonestFirst(data?.filter((item) => item.propertyId === null) ?? []);
  if (sent.length === 0) return null;
  return (
    <Card className="overflow-hidden">
      <CardHeader title={t('Sent to your e-mail address')} />
      <ul className="divide-y divide-line border-t border-line">
        {sent.map((item) => (
          <SentCase key={item.id} case={item} />
        ))}
      </ul>
    </Card>
  );
}

import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { CalendarClock, Mail } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { CasePage } from '#contract/case-page.ts';
import { t } from '#contract/language.ts';
import { casePageQuery, useCancelCase, useSendAgain } from '#web/features/cases/admin-api.ts';
import { CaseNotFound } from '#web/features/cases/components/case-not-found.tsx';
import { CaseTimeline } from '#web/features/cases/components/case-timeline.tsx';
import { DueDateDialog } from '#web/features/cases/components/due-date-dialog.tsx';
import { useUser } from '#web/lib/auth.tsx';
import { useServerEvent } from '#web/lib/events.ts';
import { invalidate } from '#web/lib/query.ts';
import { Button } from '#web/ui/button.tsx';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { overLinkClass, Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { isMissing } from '#web/ui/not-found-state.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { AccessDenied } from '#web/features/users/components/access-denied.tsx';
import { CaseAreas } from './areas.tsx';
import { CaseFacts, CaseRequirements } from './facts.tsx';
import { OwnerMessages } from './messages.tsx';
import { RepeatCard } from './repeat.tsx';

const route = getRouteApi('/guarded/admin/cases/$id');

function Actions({ page: { case: item, abilities } }: { page: CasePage }) {
  const [dialog, setDialog] = useState<'due' | 'cancel' | null>(null);
  const again = useSendAgain(item.id);
  const cancel = useCancelCase();
  const close = () => setDialog(null);
  return (
    <>
      {abilities.changeDueDate && (
        <Button size="sm" variant="secondary" onClick={() => setDialog('due')}>
          <CalendarClock aria-hidden="true" />
          {t('Change Due Date')}
        </Button>
      )}
      {abilities.sendAgain && (
        <Button size="sm" variant="secondary" pending={again.isPending} onClick={() => again.mutate()}>
          {!again.isPending && <Mail aria-hidden="true" />}
          {t('Send E-mail Again')}
        </Button>
      )}
      {abilities.cancel && (
        <Button size="sm" variant="secondary" onClick={() => setDialog('cancel')}>
          {t('Cancel Case')}
        </Button>
      )}
      {dialog === 'due' && <DueDateDialog item={item} onClose={close} />}
      <ConfirmDialog
        open={dialog === 'cancel'}
        onOpenChange={(open) => !open && close()}
        title={t('Cancel case {caseNumber}?', { caseNumber: item.caseNumber })}
        description={t(
          '{ownerEmail} gets an e-mail that the inspection of {propertyName} is cancelled. This cannot be undone.',
          { ownerEmail: item.ownerEmail, propertyName: item.propertyName },
        )}
        confirmLabel={t('Cancel case')}
        cancelLabel={t('Keep case')}
        danger
        pending={cancel.isPending}
        onConfirm={() => cancel.mutate(item, { onSettled: close })}
      />
    </>
  );
}

function CaseContent({ page }: { page: CasePage }) {
  const { case: item, owner, timeline } = page;
  return (
    <>
      <PageHeader
        over={
          <Link to="/admin" search={{ tab: 'cases' }} className={overLinkClass}>
            {t('Inspection Cases')}
          </Link>
        }
        title={item.caseNumber}
        subtitle={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {item.propertyName || t('Unknown')}
            <StatusBadge status={item.status} of="case" />
          </span>
        }
        actions={<Actions page={page} />}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <CaseFacts page={page} />
          <RepeatCard page={page} />
          <CaseAreas areas={page.areas} />
          <CaseRequirements item={item} />
          {owner && <OwnerMessages owner={owner} />}
        </div>
        <Card>
          <CardHeader title={t('Timeline')} note={t('Newest first')} />
          <CaseTimeline events={timeline} />
        </Card>
      </div>
    </>
  );
}

function CaseLoader() {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(casePageQuery(id));
  const propertyId = data?.case.propertyId;
  useServerEvent(
    useCallback(
      ({ type, payload }) => {
        if (type === 'area_session_changed' && payload.propertyId === propertyId)
          void invalidate(`/api/admin/inspection-cases/${id}`);
      },
      [id, propertyId],
    ),
  );
  return (
    <Page className="max-w-[1440px]">
      {data ? (
        <CaseContent page={data} />
      ) : isMissing(error) ? (
        <CaseNotFound />
      ) : error ? (
        <ErrorState title={t('This case could not be loaded')} error={error} onRetry={() => void refetch()} screen />
      ) : (
        <SkeletonRows rows={8} label={t('Loading the case')} />
      )}
    </Page>
  );
}

/** One case with its history. The server also checks the role on each call. */
export default function CaseScreen() {
  return useUser().abilities.admin ? <CaseLoader /> : <AccessDenied />;
}

import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useNavigate } from '@tanstack/react-router';
import { FileQuestion } from 'lucide-react';
import { useState } from 'react';
import type { InspectionCase } from '#contract/cases.ts';
import { t } from '#contract/language.ts';
import type { PropertyListItem } from '#contract/properties.ts';
import { caseQuery } from '#web/features/cases/api.ts';
import { CaseNotFound } from '#web/features/cases/components/case-not-found.tsx';
import { LinkCaseForm } from '#web/features/cases/components/link-case-form.tsx';
import { OnboardingForm } from '#web/features/cases/components/onboarding-form.tsx';
import { propertyQuery } from '#web/features/properties/api.ts';
import { EditPropertyDialog } from '#web/features/properties/components/property-form-dialog.tsx';
import { statusLabel } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { isMissing } from '#web/ui/not-found-state.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

function EditProperty({ property }: { property: PropertyListItem }) {
  const [editing, setEditing] = useState(false);
  if (!property.abilities.edit) return null;
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setEditing(true)}>
        {t('Edit')}
      </Button>
      {editing && <EditPropertyDialog property={property} open onOpenChange={setEditing} />}
    </>
  );
}

function Closed({ case: item }: { case: InspectionCase }) {
  return (
    <Card>
      <EmptyState
        icon={FileQuestion}
        title={t('This case is {status}', { status: statusLabel(item.status).toLowerCase() })}
        actions={
          <Button asChild>
            <Link to="/properties">{t('My Properties')}</Link>
          </Button>
        }
      >
        {t('There is nothing to do for {caseNumber}.', { caseNumber: item.caseNumber })}
      </EmptyState>
    </Card>
  );
}

/** The onboarding of a case, or what precedes or follows it. */
export function CaseOnboarding({ caseId, propertyId }: { caseId: string; propertyId?: string }) {
  const { data: item, error, refetch } = useQuery(caseQuery(caseId));
  const { data: property } = useQuery({ ...propertyQuery(item?.propertyId ?? ''), enabled: !!item?.propertyId });
  const navigate = useNavigate();
  const toProperty = (id: string) => void navigate({ to: '/inspection-setup', search: { propertyId: id } });

  if (item && item.propertyId && item.status !== 'cancelled' && item.status !== 'expired') {
    if (item.status !== 'pending' || item.onboardingCompleted)
      return <Navigate to="/inspection-setup" search={{ propertyId: propertyId ?? item.propertyId }} replace />;
  }
  if (isMissing(error))
    return (
      <Page>
        <CaseNotFound />
      </Page>
    );
  return (
    <Page width="narrow">
      <PageHeader
        title={property?.name ?? item?.propertyName ?? t('Onboarding')}
        over={item ? t('{caseNumber} · Onboarding', { caseNumber: item.caseNumber }) : t('Onboarding')}
        subtitle={t('Four short steps before you start')}
      />
      {item ? (
        item.status !== 'pending' ? (
          <Closed case={item} />
        ) : item.propertyId ? (
          <OnboardingForm
            case={item}
            property={property}
            editProperty={property && <EditProperty property={property} />}
            onCompleted={(completed) => toProperty(completed.propertyId ?? caseId)}
          />
        ) : (
          <LinkCaseForm caseNumber={item.caseNumber} />
        )
      ) : error ? (
        <Card>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <Card>
          <SkeletonRows rows={6} label={t('Loading the case')} />
        </Card>
      )}
    </Page>
  );
}

import { getRouteApi } from '@tanstack/react-router';
import { t } from '#contract/language.ts';
import { LinkCaseForm } from '#web/features/cases/components/link-case-form.tsx';
import { SentCasesCard } from '#web/features/cases/components/sent-cases-card.tsx';
import { PropertyPicker } from '#web/features/properties/components/property-picker.tsx';
import { CaseOnboarding } from './case-onboarding.tsx';
import { PropertyInspection } from './property-inspection.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';

const route = getRouteApi('/guarded/inspection-setup');

function Start({ caseNumber }: { caseNumber?: string }) {
  return (
    <Page width="narrow">
      <PageHeader
        title={t('Inspection Setup')}
        subtitle={t('Link a property by its case number, or choose one of yours')}
      />
      <LinkCaseForm caseNumber={caseNumber} />
      {!caseNumber && <SentCasesCard />}
      <PropertyPicker />
    </Page>
  );
}

/** The inspection of a property, the onboarding of a case, or the choice between them. */
export default function InspectionSetupScreen() {
  const { propertyId, caseId, caseNumber } = route.useSearch();
  if (caseId) return <CaseOnboarding key={caseId} caseId={caseId} propertyId={propertyId} />;
  if (propertyId) return <PropertyInspection key={propertyId} propertyId={propertyId} />;
  return <Start caseNumber={caseNumber} />;
}

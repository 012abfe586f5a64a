import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Building2, Camera, ChevronRight, type LucideIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { t } from '#contract/language.ts';
import { RecentInspectionsCard } from '#web/features/areas/components/recent-inspections-card.tsx';
import { PendingCasesCard } from '#web/features/cases/components/pending-cases-card.tsx';
import { NextStepCard } from '#web/features/runs/components/next-step-card.tsx';
import { welcomeText } from '#web/features/users/welcome.ts';
import { StatCards } from '#web/features/users/components/stat-cards.tsx';
import { useUser } from '#web/lib/auth.tsx';
import { standaloneInspectionPages } from '#web/features/inspections/api.ts';
import { StandaloneInspections } from '#web/features/inspections/components/standalone-inspections.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';

const InstallHint = lazy(() => import('#web/features/users/components/install-hint.tsx'));

/** The live and photo inspections that are listed. */
const shown = { limit: 5 };

function ActionCard({ icon: Icon, title, text }: { icon: LucideIcon; title: string; text: string }) {
  return (
    <Link
      to="/properties"
      className="flex items-center gap-3.5 rounded-card border border-line bg-surface px-[18px] py-4 hover:border-line-strong hover:shadow-card"
    >
      <span className="grid size-11 shrink-0 place-items-center rounded-card bg-accent-soft text-accent">
        <Icon aria-hidden="true" className="size-[22px]" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-strong">{title}</span>
        <span className="block text-small text-ink-2">{text}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
    </Link>
  );
}

export default function DashboardScreen() {
  const user = useUser();
  const admin = user.role === 'admin';
  const standalone = useInfiniteQuery(standaloneInspectionPages(shown));
  const [openedAt] = useState(Date.now);
  return (
    <Page>
      <PageHeader
        title={welcomeText(user, openedAt)}
        over={user.propertyName}
        subtitle={
          admin ? t('Monitor and review property inspections') : t('Manage your property inspections and compliance')
        }
      />
      {!admin && <NextStepCard />}
      <StatCards />
      {!admin && <PendingCasesCard />}
      <div className="grid gap-3 md:grid-cols-2 md:gap-3.5">
        <ActionCard
          icon={Camera}
          title={t('Start New Inspection')}
          text={t('Choose a property and inspect it area by area')}
        />
        <ActionCard
          icon={Building2}
          title={t('Manage Properties')}
          text={t('Your properties, their cases and due dates')}
        />
      </div>
      {!admin && (
        <Suspense fallback={null}>
          <InstallHint />
        </Suspense>
      )}
      <RecentInspectionsCard others={!!standalone.data?.pages[0]?.rows.length} />
      <StandaloneInspections {...shown} />
    </Page>
  );
}

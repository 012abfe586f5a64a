import { Link } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import { t } from '#contract/language.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { Page } from '#web/ui/page.tsx';
import { EmptyState } from '#web/ui/states.tsx';

export function AccessDenied() {
  usePageTitle(t('Access Denied'));
  return (
    <Page>
      <EmptyState
        icon={ShieldAlert}
        title={
          <span role="heading" aria-level={1}>
            {t('Access Denied')}
          </span>
        }
        actions={
          <Button asChild variant="secondary">
            <Link to="/">{t('Return to Dashboard')}</Link>
          </Button>
        }
        className="min-h-[50dvh] content-center"
      >
        {t('You need admin privileges to access this page.')}
      </EmptyState>
    </Page>
  );
}

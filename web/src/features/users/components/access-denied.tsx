import { Link } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import { t } from '#contract/language.ts';
import { Button } from '#web/ui/button.tsx';
import { Page } from '#web/ui/page.tsx';
import { EmptyState } from '#web/ui/states.tsx';

export function AccessDenied() {
  return (
    <Page>
      <EmptyState
        icon={ShieldAlert}
        title={t('Access Denied')}
        actions={
          <Button asChild variant="secondary">
            <Link to="/">{t('Return to Dashboard')}</Link>
          </Button>
        }
        screen
      >
        {t('You need admin privileges to access this page.')}
      </EmptyState>
    </Page>
  );
}

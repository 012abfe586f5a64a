import { Link } from '@tanstack/react-router';
import { t } from '#contract/language.ts';
import { useUser } from '#web/lib/auth.tsx';
import { NotFoundState } from '#web/ui/not-found-state.tsx';

export function PropertyNotFound() {
  const back = useUser().abilities.admin ? (
    <Link to="/admin" search={{ tab: 'analytics' }}>
      {t('Analytics')}
    </Link>
  ) : (
    <Link to="/properties">{t('My Properties')}</Link>
  );
  return (
    <NotFoundState title={t('Property not found')} back={back}>
      {t("The property you're looking for doesn't exist or you don't have permission to view it.")}
    </NotFoundState>
  );
}

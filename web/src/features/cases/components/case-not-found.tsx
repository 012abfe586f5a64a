import { Link } from '@tanstack/react-router';
import { t } from '#contract/language.ts';
import { useUser } from '#web/lib/auth.tsx';
import { NotFoundState } from '#web/ui/not-found-state.tsx';

export function CaseNotFound() {
  const back = useUser().abilities.admin ? (
    <Link to="/admin">{t('Inspection Cases')}</Link>
  ) : (
    <Link to="/inspections">{t('All Inspections')}</Link>
  );
  return (
    <NotFoundState title={t('Case not found')} back={back}>
      {t("The case you're looking for doesn't exist or you don't have permission to view it.")}
    </NotFoundState>
  );
}

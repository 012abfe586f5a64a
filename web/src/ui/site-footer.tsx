import { Link } from '@tanstack/react-router';
import { t } from '#contract/language.ts';

const year = new Date().getFullYear();

/** The legal links and copyright line of the public screens. */
export function SiteFooter() {
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-small text-ink-2">
      <span>{t('© {year} Innspect', { year })}</span>
      <nav aria-label={t('Legal')} className="-mx-2 flex flex-wrap">
        <Link
          to="/privacy"
          className="inline-flex min-h-9 items-center px-2 hover:text-ink hover:underline touch:min-h-11"
        >
          {t('Privacy Policy')}
        </Link>
        <Link
          to="/terms"
          className="inline-flex min-h-9 items-center px-2 hover:text-ink hover:underline touch:min-h-11"
        >
          {t('Terms of Service')}
        </Link>
        <Link
          to="/contact"
          className="inline-flex min-h-9 items-center px-2 hover:text-ink hover:underline touch:min-h-11"
        >
          {t('Contact')}
        </Link>
      </nav>
    </footer>
  );
}

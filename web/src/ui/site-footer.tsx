import { t } from '#contract/language.ts';
import { PageLink } from '#web/ui/page-link.tsx';

const year = new Date().getFullYear();

/** The legal links and copyright line of the public screens. */
export function SiteFooter() {
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-small text-ink-2">
      <span>{t('© {year} Innspect', { year })}</span>
      <nav aria-label={t('Legal')} className="-mx-2 flex flex-wrap">
        <PageLink
          to="/privacy"
          className="inline-flex min-h-9 items-center px-2 hover:text-ink hover:underline touch:min-h-11"
        >
          {t('Privacy Policy')}
        </PageLink>
        <PageLink
          to="/terms"
          className="inline-flex min-h-9 items-center px-2 hover:text-ink hover:underline touch:min-h-11"
        >
          {t('Terms of Service')}
        </PageLink>
        <PageLink
          to="/contact"
          className="inline-flex min-h-9 items-center px-2 hover:text-ink hover:underline touch:min-h-11"
        >
          {t('Contact')}
        </PageLink>
      </nav>
    </footer>
  );
}

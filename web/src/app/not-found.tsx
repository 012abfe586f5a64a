import { Link } from '@tanstack/react-router';
import { t } from '#contract/language.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';

/** The screen of an unknown path. */
export function NotFound() {
  usePageTitle(t('404 Page Not Found'));
  return (
    <div className="grid min-h-[60dvh] content-center justify-items-center gap-2 px-6 py-16 text-center">
      <h1 className="title">{t('404 Page Not Found')}</h1>
      <p className="text-ink-2">{t('Did you forget to add the page to the router?')}</p>
      <Button asChild variant="secondary" className="mt-4">
        <Link to="/">{t('Back to Home')}</Link>
      </Button>
    </div>
  );
}

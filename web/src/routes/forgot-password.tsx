import { getRouteApi, Link } from '@tanstack/react-router';
import { t } from '#contract/language.ts';
import { ForgotPasswordForm } from '#web/features/users/components/forgot-password-form.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';

const route = getRouteApi('/open/forgot-password');

export default function ForgotPasswordScreen() {
  const { email } = route.useSearch();
  return (
    <Page width="narrow" className="max-w-[460px] md:pt-14">
      <PageHeader
        title={t('Forgot password')}
        subtitle={t('We will send a link to your e-mail address to set a new one.')}
      />
      <ForgotPasswordForm email={email} />
      <Link
        to="/auth"
        className="inline-flex min-h-11 items-center justify-self-start font-medium text-accent hover:underline"
      >
        {t('Back to sign in')}
      </Link>
    </Page>
  );
}

import { getRouteApi, Link } from '@tanstack/react-router';
import { t } from '#contract/language.ts';
import { useVerifyEmail } from '#web/features/users/api.ts';
import { detailOf } from '#web/lib/api-error.ts';
import { useAuth } from '#web/lib/auth.tsx';
import { Button } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';

const route = getRouteApi('/open/verify-email');

/** Confirms only on a button press, not when the page opens, because mail scanners open every link. */
export default function VerifyEmailScreen() {
  const { token } = route.useSearch();
  const verify = useVerifyEmail();
  const { user } = useAuth();
  return (
    <Page width="narrow" className="max-w-[460px] md:pt-14">
      <PageHeader
        title={t('Confirm your e-mail address')}
        subtitle={
          token
            ? t('You can then link the cases that were sent to it.')
            : t('This link is incomplete. Open it from the e-mail.')
        }
      />
      {verify.isSuccess ? (
        <>
          <p role="status" className="rounded-card bg-good-soft px-4 py-3 text-good">
            {t('Your address is confirmed.')}
          </p>
          <Button asChild>
            <Link to="/">{t('Continue')}</Link>
          </Button>
        </>
      ) : (
        token &&
        (!user ? (
          <>
            <p>{t('Sign in to your account first, then confirm the address.')}</p>
            <Button asChild>
              <Link to="/auth" search={{ next: `/verify-email?${new URLSearchParams({ token }).toString()}` }}>
                {t('Sign In')}
              </Link>
            </Button>
          </>
        ) : (
          <>
            {verify.error && (
              <p role="alert" className="rounded-card bg-critical-soft px-4 py-3 text-critical">
                {detailOf(verify.error)}
              </p>
            )}
            <Button pending={verify.isPending} onClick={() => verify.mutate(token)}>
              {t('Confirm Address')}
            </Button>
          </>
        ))
      )}
    </Page>
  );
}

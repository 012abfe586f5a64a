import { getRouteApi, Link } from '@tanstack/react-router';
import { ResetPasswordForm } from '#web/features/users/components/reset-password-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';

const route = getRouteApi('/open/reset-password');

export default function ResetPasswordScreen() {
  const { token } = route.useSearch();
  return (
    <Page width="narrow" className="max-w-[460px] md:pt-14">
      <PageHeader
        title="Set a new password"
        subtitle={
          token
            ? 'This signs out all other sessions of your account.'
            : 'This link is incomplete. Open it from the e-mail, or ask for a new one.'
        }
      />
      {token ? (
        <ResetPasswordForm token={token} />
      ) : (
        <Button asChild>
          <Link to="/forgot-password">Ask for a new link</Link>
        </Button>
      )}
    </Page>
  );
}

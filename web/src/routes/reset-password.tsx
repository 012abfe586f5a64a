import { getRouteApi } from '@tanstack/react-router';
import { t } from '#contract/language.ts';
import { NewLinkButton, ResetPasswordForm } from '#web/features/users/components/reset-password-form.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';

const route = getRouteApi('/open/reset-password');

export default function ResetPasswordScreen() {
  const { token } = route.useSearch();
  return (
    <Page width="narrow" className="max-w-[460px] md:pt-14">
      <PageHeader
        title={t('Set a new password')}
        subtitle={
          token
            ? t('This signs out all other sessions of your account and revokes its API keys.')
            : t('This link is incomplete. Open it from the e-mail, or ask for a new one.')
        }
      />
      {token ? <ResetPasswordForm token={token} /> : <NewLinkButton />}
    </Page>
  );
}

import { getRouteApi, Navigate } from '@tanstack/react-router';
import { t } from '#contract/language.ts';
import { RegisterForm } from '#web/features/users/components/register-form.tsx';
import { useAuth } from '#web/lib/auth.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';

const route = getRouteApi('/open/invite');

/** The page that an invitation links to, to create an Admin/QA account. */
export default function InviteScreen() {
  const { token, email } = route.useSearch();
  const { user } = useAuth();
  if (user) return <Navigate to="/" replace />;
  return (
    <Page width="narrow" className="max-w-[460px] md:pt-14">
      <PageHeader
        title={t('Join as Admin/QA')}
        subtitle={
          token
            ? t('An admin invited you. Use the e-mail address of the invitation.')
            : t('This link is incomplete. Open it from the e-mail, or ask the admin for a new invitation.')
        }
      />
      {token && <RegisterForm invitation={token} email={email} selfServiceAdmin={false} />}
    </Page>
  );
}

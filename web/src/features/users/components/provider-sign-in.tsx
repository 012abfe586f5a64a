import { Building2 } from 'lucide-react';
import { t } from '#contract/language.ts';
import { useAppConfig } from '#web/lib/app-config.ts';
import { Button } from '#web/ui/button.tsx';

interface ProviderSignInProps {
  /** The page to open after sign-in, and the error of the last attempt. */
  next: string;
  problem: string | undefined;
}

/** The messages for failed sign-ins at the company's provider. */
const problems: Record<string, string | undefined> = {
  refused: t('Your company did not sign you in. Try again, or ask an admin of your organization.'),
  unreachable: t('The sign-in of your company does not answer. Try again in a moment, or sign in with your password.'),
  ended: t('This took too long or was started in another browser. Try again.'),
  address: t('Your company has not verified your e-mail address, so you cannot sign in here. Ask its administrators.'),
  domain: t(
    'Your e-mail address may not sign in this way. Sign in with your password, or ask an admin of your organization.',
  ),
  account: t(
    'An account with your e-mail address already exists. Sign in to it with your password once, then connect it in the settings.',
  ),
};

/** Signs in at the company's identity provider. */
export default function ProviderSignIn({ next, problem }: ProviderSignInProps) {
  const provider = useAppConfig()?.signInProvider;
  const sentence = problem && problems[problem];
  return (
    <div className="grid gap-3">
      {provider && (
        <Button asChild variant="secondary" block>
          <a href={`/api/login/provider?${new URLSearchParams({ next }).toString()}`}>
            <Building2 aria-hidden="true" />
            {provider}
          </a>
        </Button>
      )}
      {sentence && (
        <p role="alert" className="text-high">
          {sentence}
        </p>
      )}
    </div>
  );
}

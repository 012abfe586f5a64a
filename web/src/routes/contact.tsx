import { Link } from '@tanstack/react-router';
import { t } from '#contract/language.ts';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Prose } from '#web/ui/prose.tsx';

export default function ContactScreen() {
  return (
    <Page width="narrow" className="md:pt-10">
      <PageHeader title={t('Contact')} subtitle={t('Who can help with what')} />
      <Prose>
        <h2>{t('About a case or an inspection')}</h2>
        <p>
          {t(
            "Reply to the e-mail with your case number: it comes from the brand's reviewers, who can change the due date, the requirements and the address of the owner.",
          )}
        </p>
        <h2>{t('About your account')}</h2>
        <p>
          {t('If you cannot sign in,')} <Link to="/forgot-password">{t('ask for a new password')}</Link>
          {t(
            '. For anything else about your account or your data, write to the administrator of this installation; the address is the sender of the e-mails that it sends.',
          )}
        </p>
        <h2>{t('About the software')}</h2>
        <p>
          {t(
            "Innspect is open source under the Apache License 2.0. Bug reports and requests are welcome in its repository's issue list. It is built from the work of many others, under",
          )}{' '}
          <a href="/third-party-licenses.txt">{t('these licenses')}</a>.
        </p>
      </Prose>
    </Page>
  );
}

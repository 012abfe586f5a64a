import { isLocalEngine } from '#contract/app-config.ts';
import { useAppConfig } from '#web/lib/app-config.ts';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Prose } from '#web/ui/prose.tsx';

const sentText = (engine: string): string =>
  isLocalEngine(engine)
    ? 'They are not sent to any AI service.'
    : 'Its operator has also connected an AI service, which sees copies of photos without camera data, with faces of people blurred.';

export default function PrivacyScreen() {
  const engine = useAppConfig()?.aiEngine;
  return (
    <Page width="narrow" className="md:pt-10">
      <PageHeader title="Privacy Policy" subtitle="What this installation of Innspect keeps, and who sees it" />
      <Prose>
        <h2>What is kept</h2>
        <ul>
          <li>
            Your account: username, names, e-mail address, property name, and a hash of your password, never the
            password itself.
          </li>
          <li>
            Properties, cases, inspections, findings, reports and messages that you or the brand's reviewers enter.
          </li>
          <li>
            Photos with the time they were taken and received, and the place where you allow it, as evidence of an
            inspection.
          </li>
          <li>Voice notes that you record with a photo, which everybody who sees the photo can hear.</li>
          <li>An audit log of who changed what and when.</li>
        </ul>
        <h2>Who sees it</h2>
        <p>
          An owner sees the properties that are linked to them, and everything below those. Administrators of this
          installation see all of it. Nobody else does: a photo has no public address.
        </p>
        <h2>Photos and faces</h2>
        <p>
          Shared copies of a photo, such as previews and reports, carry no camera data and no place, and faces of people
          in them are blurred. The original stays as it was taken.
        </p>
        <h2>Analysis</h2>
        <p>
          Photos are analyzed on this server. {engine !== undefined && sentText(engine)} Each analysis names the engine
          that made it.
        </p>
        <h2>Dictation</h2>
        <p>
          Where you dictate a text, your browser turns speech into text. Some browsers send the sound to their maker for
          that; Innspect never gets it, only the text.
        </p>
        <h2>Cookies</h2>
        <p>
          One cookie keeps you signed in. Another one, for half a year, tells that you have signed in with this browser,
          so that strangers who guess passwords cannot lock you out. There is no tracking and no advertising.
        </p>
        <h2>Your data</h2>
        <p>
          In Settings you can correct your profile, download your data and erase your account. For anything else, write
          to the operator by the Contact page.
        </p>
      </Prose>
    </Page>
  );
}

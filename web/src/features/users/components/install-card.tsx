import { t } from '#contract/language.ts';
import { Card } from '#web/ui/card.tsx';
import { installReason, InstallSteps, useInstallation } from '#web/ui/install-steps.tsx';

/** How to install the app on this device, or that it is installed. */
export default function InstallCard() {
  const state = useInstallation();
  return (
    <Card className="grid gap-3 p-[18px]">
      <div>
        <h2 className="heading">{t('Install on this device')}</h2>
        <p className="text-small text-ink-2">
          {state === 'installed' ? t('Innspect is installed on this device.') : installReason()}
        </p>
      </div>
      {state !== 'installed' && <InstallSteps state={state} />}
    </Card>
  );
}

import { useState, useSyncExternalStore } from 'react';
import { t } from '#contract/language.ts';
import { installation, type InstallState } from '#web/lib/install.ts';
import { toastError } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';

export const useInstallation = (): InstallState => useSyncExternalStore(installation.subscribe, installation.state);

/** Why it is useful to install the app. */
export const installReason = (): string =>
  t('Opens from the home screen, without a signal too, and keeps photos safer until they are sent.');

/** How to install the app in this browser: a button if the browser offers it, otherwise instructions for its menu. */
export function InstallSteps({ state }: { state: Exclude<InstallState, 'installed'> }) {
  const [pending, setPending] = useState(false);
  async function install() {
    setPending(true);
    try {
      await installation.install();
    } catch (error) {
      toastError(t('Error'), error);
    }
    setPending(false);
  }
  if (state === 'offered')
    return (
      <Button size="sm" className="justify-self-start" pending={pending} onClick={() => void install()}>
        {t('Install Innspect')}
      </Button>
    );
  return (
    <p className="text-small">
      {state === 'ios' && t('In Safari, tap Share, then Add to Home Screen.')}
      {state === 'mac' && t('In Safari, choose File, then Add to Dock.')}
      {state === 'elsewhere' &&
        t(
          'Open the menu of your browser and choose Install or Add to Home Screen. If it has neither, use Chrome, Edge or Safari.',
        )}
    </p>
  );
}

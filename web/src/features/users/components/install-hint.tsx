import { X } from 'lucide-react';
import { useState } from 'react';
import { t } from '#contract/language.ts';
import { Card } from '#web/ui/card.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { installReason, InstallSteps, useInstallation } from '#web/ui/install-steps.tsx';
import { useMedia } from '#web/ui/use-media.ts';

const dismissedKey = 'innspect.install-hint-dismissed';

function wasDismissed(): boolean {
  try {
    return localStorage.getItem(dismissedKey) !== null;
  } catch {
    // Without storage the hint would appear again at each visit.
    return true;
  }
}

/** Shows the owner of a phone once how to install the app, if the browser supports it for certain. */
export default function InstallHint() {
  const state = useInstallation();
  const isTouched = useMedia('(pointer: coarse)');
  const [dismissed, setDismissed] = useState(wasDismissed);
  if (dismissed || !isTouched || (state !== 'offered' && state !== 'ios')) return null;
  function dismiss() {
    localStorage.setItem(dismissedKey, 'yes');
    setDismissed(true);
  }
  return (
    <Card className="flex items-start gap-3 py-3.5 ps-[18px] pe-2">
      <div className="grid min-w-0 flex-1 gap-2">
        <div>
          <h2 className="font-strong">{t('Install Innspect on this phone')}</h2>
          <p className="text-small text-ink-2">{installReason()}</p>
        </div>
        <InstallSteps state={state} />
      </div>
      <IconButton label={t('Not now')} onClick={dismiss}>
        <X aria-hidden="true" className="size-5" />
      </IconButton>
    </Card>
  );
}

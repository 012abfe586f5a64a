import { useState } from 'react';
import { t } from '#contract/language.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { installReason, InstallSteps, useInstallation } from '#web/ui/install-steps.tsx';

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
  // Read once: what follows changes of it is in a file that home would load for this alone.
  const [isTouched] = useState(() => matchMedia('(pointer: coarse)').matches);
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
      <Button size="sm" variant="link" className="me-2 shrink-0" onClick={dismiss}>
        {t('Not now')}
      </Button>
    </Card>
  );
}

import { t } from '#contract/language.ts';
import { Dialog, DialogContent } from '#web/ui/dialog.tsx';
import { Keys } from '#web/ui/key-line.tsx';

export interface KeyText {
  keys: readonly string[];
  explained: string;
}

/** Explains all keys. Its texts are loaded with it when somebody asks. */
export const KeyHelp = ({ of, onClose }: { of: readonly KeyText[]; onClose: () => void }) => (
  <Dialog open onOpenChange={(open) => !open && onClose()}>
    <DialogContent title={t('Keyboard shortcuts')} size="sm">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2.5">
        {of.map(({ keys, explained }) => (
          <div key={explained} className="contents">
            <dt className="flex gap-1">
              <Keys keys={keys} />
            </dt>
            <dd>{explained}</dd>
          </div>
        ))}
      </dl>
    </DialogContent>
  </Dialog>
);

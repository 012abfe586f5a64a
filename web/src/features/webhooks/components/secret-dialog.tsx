import { Button } from '#web/ui/button.tsx';
import { SecretOnce } from '#web/ui/secret-once.tsx';
import { Sheet, SheetContent } from '#web/ui/sheet.tsx';

/** The secret of a webhook; it is shown only this once. */
export default function SecretDialog({ name, secret, onClose }: { name: string; secret: string; onClose: () => void }) {
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={`Secret of ${name}`} footer={<Button onClick={onClose}>I Have Kept It</Button>}>
        <div className="grid gap-3">
          <SecretOnce label="Secret" secret={secret} />
          <p className="text-ink-2">
            The other system checks with it that a delivery comes from here and is not an old one sent again.
          </p>
        </div>
      </SheetContent>
    </Sheet>
  );
}

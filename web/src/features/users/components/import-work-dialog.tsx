import { useMutation } from '@tanstack/react-query';
import { CircleCheck, FolderUp, TriangleAlert } from 'lucide-react';
import type { Account } from '#contract/accounts.ts';
import { plural } from '#contract/texts.ts';
import { importedWorkSchema, type ImportedWork } from '#contract/unsent-work.ts';
import { api } from '#web/lib/api.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { fullName } from '#web/lib/names.ts';
import { invalidate } from '#web/lib/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '#web/ui/dialog.tsx';
import { FileButton } from '#web/ui/file-button.tsx';

/** Uploads an archive as a ZIP, whatever type the device reports for it. */
const importWork = (account: Account, file: File): Promise<ImportedWork> =>
  api.post(
    `/api/admin/users/${account.id}/unsent-work`,
    new Blob([file], { type: 'application/zip' }),
    importedWorkSchema,
  );

function Outcome({ work: { savedAt, changes } }: { work: ImportedWork }) {
  const refused = changes.filter(({ saved }) => !saved);
  const saved = changes.length - refused.length;
  return (
    <div className="grid gap-3">
      {(saved > 0 || refused.length === 0) && (
        <p role="status" className="flex items-start gap-2 font-medium">
          <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-good" />
          <span>
            {refused.length === 0 ? 'All' : `${saved} of`} {plural(changes.length, 'change')} of{' '}
            {formatDateTime(savedAt)} {changes.length === 1 ? 'is' : 'are'} on the server.
          </span>
        </p>
      )}
      {refused.length > 0 && (
        <>
          <p role="alert" className="flex items-start gap-2 font-medium">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-critical" />
            {plural(refused.length, 'change')} could not be imported. Keep the ZIP.
          </p>
          <ul className="divide-y divide-line rounded-control border border-line">
            {refused.map(({ id, label, reason }) => (
              <li key={id} className="px-3 py-2 [overflow-wrap:anywhere]">
                <div className="font-semibold">{label}</div>
                <div className="text-small text-ink-2">{reason}</div>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Imports a ZIP that this person saved on a device which could not send its changes. */
export default function ImportWorkDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const load = useMutation({
    mutationFn: (file: File) => importWork(account, file),
    onSettled: () => invalidate('/api/admin', '/api/inspections', '/api/area-sessions', '/api/inspection-runs'),
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={`Import unsent work of ${fullName(account)}`}
        description="Choose the ZIP that their device saved. Each change is made in their name and none is made twice."
        size="md"
        footer={
          <DialogClose asChild>
            <Button variant="secondary">{load.data ? 'Done' : 'Cancel'}</Button>
          </DialogClose>
        }
      >
        <div className="grid gap-4">
          {load.data && <Outcome work={load.data} />}
          {load.error && (
            <p role="alert" className="font-medium text-critical">
              Not imported: {load.error.message}
            </p>
          )}
          <div>
            <FileButton
              accept=".zip,application/zip"
              variant={load.data ? 'secondary' : 'primary'}
              pending={load.isPending}
              onFiles={([file]) => {
                if (file) load.mutate(file);
              }}
            >
              {!load.isPending && <FolderUp aria-hidden="true" />}
              {load.isPending ? 'Importing...' : load.data ? 'Choose Another ZIP' : 'Choose the ZIP'}
            </FileButton>
          </div>
        </div>
      </DialogContent>
    </Dialog>
  );
}

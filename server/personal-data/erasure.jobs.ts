import type { CaseErasureService } from '#server/cases/erasure.service.ts';
import type { MessagesService } from '#server/messages/messages.service.ts';
import type { NotificationsService } from '#server/notifications/notifications.service.ts';
import type { AuditService } from '#server/platform/audit/audit.service.ts';
import type { FindOwnIds } from '#server/platform/audit/person.rules.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { MailFolder } from '#server/platform/mail/mail-folder.ts';
import type { JobDefinition } from '#server/platform/queue/job.ts';
import type { Queue } from '#server/platform/queue/queue.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { erasePerson, type TextErasure } from '#server/users/erasure.rules.ts';
import type { ErasureService } from '#server/users/erasure.service.ts';
import * as erasureRepository from './erasure.repository.ts';
import * as repository from './personal-data.repository.ts';

interface Deps {
  audit: AuditService;
  changes: Changes;
  queue: Queue;
  storage: Storage;
  mailFolder: MailFolder | null;
  erasure: ErasureService;
  caseErasure: CaseErasureService;
  notifications: NotificationsService;
  messages: MessagesService;
  textErasures: readonly TextErasure[];
}

/**
 * Erases a user from everything that is stored. Files and mails are erased before rows, so that a retry after a crash
 * still knows the user's names.
 */
export function erasureJobs(deps: Deps) {
  const { audit, changes, queue, storage, mailFolder, erasure, caseErasure, notifications, messages, textErasures } =
    deps;
  const erase: JobDefinition<{ userId: string; by: string }> = {
    ...erasePerson,
    retryLimit: 8,
    retryDelaySeconds: 30,
    timeoutSeconds: 3600,
    run: ({ userId, by }) =>
      changes.run(by, async (change) => {
        const found = await erasure.findToErase(change, userId);
        if (!found) return;
        const person = await caseErasure.withFormerAddresses(change, found.person);
        const findOwnIds: FindOwnIds = (ids) => erasureRepository.listOwnIds(change.tx, person, ids);
        for (const row of await repository.listAllExportsOf(change.tx, userId)) {
          await storage.remove(row.storageKey);
          await repository.deleteExport(change.tx, row.id);
        }
        for (const address of person.addresses) await mailFolder?.forget(address);
        await queue.forget(person.addresses);
        // The log and notifications first, because they are recognized by records that are changed afterwards.
        const entries = await audit.erasePerson(change.tx, person, findOwnIds);
        await notifications.erasePerson(change, person, findOwnIds);
        await messages.erasePerson(change, person);
        for (const texts of textErasures) await texts.erasePerson(change, person);
        await caseErasure.erasePerson(change, person);
        await erasure.erase(change, person);
        change.audit('user.erased', 'user', userId, { entries });
      }),
  };
  return [erase];
}

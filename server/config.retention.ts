import { integer, setting } from '#server/config.values.ts';

const days = (meaning: string) =>
  setting({ meaning: `${meaning}; 0 keeps them for good`, shownDefault: '0', fallback: 0, parse: integer(0, 36_500) });

/** The settings of the retention periods. */
export const retentionSettings = {
  PHOTOS_KEPT_DAYS: days(
    'days after the completion of a case, or of an inspection without one, once its plans are carried out, after which the files of its photos are deleted; findings and SHA-256 stay',
  ),
  RECORDINGS_KEPT_DAYS: days('the same for the video of its recordings'),
  NOTICES_KEPT_DAYS: days('days after which notifications of people are deleted, read or not'),
  MAILS_KEPT_DAYS: days('days after which the mails of an installation without a mail server are deleted'),
  AUDIT_CLIENTS_KEPT_DAYS: days(
    'days after which entries of the audit log lose the address and the program that they came from',
  ),
};

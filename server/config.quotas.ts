import { integer, setting } from '#server/config.values.ts';

/** The settings of the quotas per account. */
export const quotaSettings = {
  QUOTA_PROPERTIES: setting({
    meaning: 'how many properties one account can have',
    shownDefault: '5000',
    fallback: 5000,
    parse: integer(1, 1_000_000),
  }),
  QUOTA_OPEN_UPLOADS: setting({
    meaning: 'how many uploads of one account may be unfinished at the same time',
    shownDefault: '5000',
    fallback: 5000,
    parse: integer(1, 1_000_000),
  }),
  QUOTA_UPLOADS_PER_DAY: setting({
    meaning: 'how many files one account can upload in 24 hours',
    shownDefault: '20000',
    fallback: 20_000,
    parse: integer(1, 1_000_000),
  }),
  QUOTA_GB_PER_DAY: setting({
    meaning: 'how many gigabytes one account can upload in 24 hours',
    shownDefault: '200',
    fallback: 200,
    parse: integer(1, 100_000),
  }),
  QUOTA_WAITING_ANALYSES: setting({
    meaning: 'how many photos of one account may wait for their analysis',
    shownDefault: '5000',
    fallback: 5000,
    parse: integer(1, 1_000_000),
  }),
  QUOTA_PROPERTIES_PER_DAY: setting({
    meaning: 'how many properties one account can add in 24 hours, those that it has removed included',
    shownDefault: '5000',
    fallback: 5000,
    parse: integer(1, 1_000_000),
  }),
  QUOTA_INSPECTIONS_PER_DAY: setting({
    meaning: 'how many inspections one account can start in 24 hours',
    shownDefault: '2000',
    fallback: 2000,
    parse: integer(1, 1_000_000),
  }),
  QUOTA_MESSAGES_PER_DAY: setting({
    meaning: 'how many messages one account can send in 24 hours',
    shownDefault: '2000',
    fallback: 2000,
    parse: integer(1, 1_000_000),
  }),
  QUOTA_CASES_PER_ADDRESS: setting({
    meaning: 'how many cases, and with them mails, one e-mail address can be sent in 24 hours',
    shownDefault: '1000',
    fallback: 1000,
    parse: integer(1, 1_000_000),
  }),
};

/**
 * How much one account may have and do; each module counts its own rows. Daily quotas cover the last 24 hours.
 */
export interface Quotas {
  properties: number;
  /** Upload addresses that are neither used nor expired. */
  openUploads: number;
  /** Files of which a photo or recording was made, and those that were looked into and refused. */
  uploadsPerDay: number;
  bytesPerDay: number;
  /** Photos that wait for their analysis. */
  waitingAnalyses: number;
  /** Those that were removed included, because their rows are kept. */
  propertiesPerDay: number;
  /** Each can be submitted, and waits in the list of reviewers. */
  inspectionsPerDay: number;
  messagesPerDay: number;
}

type QuotaValues = Record<keyof typeof quotaSettings, number>;

export const toQuotas = (values: QuotaValues): Quotas => ({
  properties: values.QUOTA_PROPERTIES,
  openUploads: values.QUOTA_OPEN_UPLOADS,
  uploadsPerDay: values.QUOTA_UPLOADS_PER_DAY,
  bytesPerDay: values.QUOTA_GB_PER_DAY * 1024 ** 3,
  waitingAnalyses: values.QUOTA_WAITING_ANALYSES,
  propertiesPerDay: values.QUOTA_PROPERTIES_PER_DAY,
  inspectionsPerDay: values.QUOTA_INSPECTIONS_PER_DAY,
  messagesPerDay: values.QUOTA_MESSAGES_PER_DAY,
});

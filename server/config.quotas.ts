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

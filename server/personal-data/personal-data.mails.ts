import { z } from 'zod';
import { dataExportDays } from '#contract/data-exports.ts';
import { languages, type Language } from '#contract/language.ts';
import type { Message } from '#server/platform/mail/mailer.ts';
import { renderMail, type Template } from '#server/platform/mail/template.ts';
import type { JobKind } from '#server/platform/queue/job.ts';

const packPayload = z.object({ exportId: z.uuid() });
export const packData: JobKind<z.infer<typeof packPayload>> = { name: 'pack-data', payload: packPayload };

const mailPayload = z.object({ address: z.string(), language: z.enum(languages).nullish() });
export const exportReadyMail: JobKind<z.infer<typeof mailPayload>> = {
  name: 'export-ready-mail',
  payload: mailPayload,
};

const template: Template = {
  subject: 'The export of your data is ready',
  paragraphs: ['You can download your data in the settings of your account, within {days} days.'],
  link: { label: 'Open the settings', url: 'settings' },
  closing: ['If you did not ask for it, somebody else is signed in to your account. Choose a new password at once.'],
};

export const renderExportReady = (address: string, origin: string, language: Language | null): Message =>
  renderMail(template, address, { days: String(dataExportDays), settings: `${origin}/settings?tab=account` }, language);

import { t } from '#contract/language.ts';

export const roleChoices = [
  { value: 'property', label: t('Property Owner') },
  { value: 'admin', label: t('Admin/QA') },
] as const;

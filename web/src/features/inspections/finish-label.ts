import { t } from '#contract/language.ts';

/** 'Finish' on a button. Its own key would be that of the class of a plan's line, which Spanish has another word for. */
export const finishLabel = t('Finish {name}', { name: '' }).trim();

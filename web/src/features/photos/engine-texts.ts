import type { Analysis } from '#contract/analysis.ts';
import { t } from '#contract/language.ts';

const names: Record<string, string> = {
  builtin: t('built-in engine'),
  'openai-compatible': t('AI service'),
  anthropic: 'Anthropic',
  google: 'Google Gemini',
  'google-vision': 'Google Cloud Vision',
};
export const engineName = (name: string): string => names[name] ?? name;

type Engine = Analysis['engine'];

/** "built-in engine 1.4.0", or the model of an AI service. */
export const engineLine = ({ model, name, version }: Engine): string =>
  name === 'builtin' || name === 'google-vision' ? `${engineName(name)} ${version}` : `${engineName(name)} · ${model}`;

/** Who analyzed a photo: one engine, two together, or a substitute with the reason. */
export function readersText(engine: Engine): string {
  const { places, standsInFor } = engine;
  if (standsInFor)
    return t('Built-in engine, in place of {engineName}: {detail}', {
      engineName: engineName(standsInFor.name),
      detail: standsInFor.detail,
    });
  const line = engineLine(engine);
  const first = `${line.charAt(0).toUpperCase()}${line.slice(1)}`;
  return places ? t('{first}, located by the {engine}', { first, engine: engineName(places.name) }) : first;
}

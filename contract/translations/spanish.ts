import { createTranslation } from './translation.ts';
import catalogue from './es.json' with { type: 'json' };

export const spanish = createTranslation('es', catalogue);

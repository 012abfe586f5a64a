import { describe, expect, it } from 'vitest';
import { AppError, declareError, errorCodes, toProblem } from './problem.ts';

describe('declared errors', () => {
  const closed = declareError({
    status: 410,
    code: 'shop_closed',
    detail: (name: string, days: number) => `${name} is closed for ${days} days`,
    field: 'shop',
    headers: (_name, days) => ({ 'retry-after': String(days * 86_400) }),
  });

  it('carry status, code, sentence, field and headers', () => {
    const error = closed('Baker', 2);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({
      status: 410,
      code: 'shop_closed',
      message: 'Baker is closed for 2 days',
      errors: { shop: 'Baker is closed for 2 days' },
      headers: { 'retry-after': '172800' },
    });
    expect(errorCodes()).toContain('shop_closed');
  });

  it('have a unique code', () => {
    const again = () => declareError({ status: 409, code: 'shop_closed', detail: 'Closed' });
    expect(again).toThrow('The error code shop_closed is declared twice');
  });

  it('are answered as problem documents with the title of their status', () => {
    const error = closed('Baker', 2);
    expect(toProblem(error.status, error.message, error)).toEqual({
      type: 'about:blank',
      title: 'Gone',
      status: 410,
      code: 'shop_closed',
      detail: 'Baker is closed for 2 days',
      errors: { shop: 'Baker is closed for 2 days' },
    });
  });
});
